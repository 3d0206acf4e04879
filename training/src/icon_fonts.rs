//! Fonts of icons, with the names that their style sheets give to the characters.

use std::fs;
use std::path::Path;

use ab_glyph::FontVec;
use anyhow::{Context, Result};
use flowbot::detect::page::text::alphabet::{
    CIRCLE, CROSS, HOUSE, LEFT, MENU, OTHER_ICON, RIGHT, SHARE, Symbol,
};

/// Names of icons, without the words of [`LOOKS`].
const NAMES: [(Symbol, &str); 7] = [
    (
        RIGHT,
        "arrow-right,arrow-right-bold,chevron-right,chevron-double-right,angle-right,angle-double-right,caret-right,play,\
play-arrow,step-forward,fast-forward,skip-next,skip-forward,arrow-circle-right,chevron-circle-right,play-circle,\
long-arrow-right,menu-right,circle-arrow-right,arrow-forward,arrow-forward-ios,navigate-next,arrow-right-bold-circle,\
arrow-right-drop-circle,skip-next-circle,play-circle-filled,arrow-right-alt,east",
    ),
    (
        LEFT,
        "arrow-left,arrow-left-bold,chevron-left,chevron-double-left,angle-left,angle-double-left,caret-left,step-backward,\
fast-backward,skip-previous,skip-backward,arrow-circle-left,chevron-circle-left,long-arrow-left,menu-left,\
circle-arrow-left,arrow-back,arrow-back-ios,navigate-before,arrow-left-bold-circle,arrow-left-drop-circle,\
skip-previous-circle,fast-rewind,west",
    ),
    (
        CIRCLE,
        "refresh,repeat,repeat-once,rotate-left,rotate-right,undo,undo-variant,redo,redo-variant,reload,replay,sync,cached,\
autorenew,loop,restart-alt,rotate-left-variant,rotate-right-variant,history,restore,backup-restore",
    ),
    (HOUSE, "home,home-variant,home-filled,cottage,home-modern"),
    (
        CROSS,
        "close,times,remove,window-close,close-circle,times-circle,remove-circle,close-box,cancel,clear,highlight-off",
    ),
    (
        MENU,
        "menu,bars,reorder,lines,dehaze,format-list-bulleted,list-ul",
    ),
    (SHARE, "share-variant,share-nodes,ios-share"),
];

/// A name with one of these in it may be that of an icon that looks like a class: what it shows is not certain.
const UNCERTAIN: [&str; 20] = [
    "forward", "reply", "share", "repeat", "history", "restore", "remove", "list", "home", "play",
    "next", "right", "left", "arrow", "back", "chevron", "caret", "menu", "close", "skip",
];

/// Words at the end of a name that say how an icon is drawn, not what it is.
const LOOKS: [&str; 8] = [
    "-outline",
    "-outlined",
    "-o",
    "-alt",
    "-alt-2",
    "-bold",
    "-rounded",
    "-2",
];

/// A font of icons.
pub struct IconFont {
    /// The font.
    pub font: FontVec,
    /// Its characters and what they are.
    pub icons: Vec<(char, Symbol)>,
}

impl IconFont {
    /// The font in a file, with the names of a style sheet. `None` if it has none of these characters.
    pub fn read(font: &Path, sheet: &Path) -> Result<Option<Self>> {
        let sheet = fs::read_to_string(sheet).with_context(|| sheet.display().to_string())?;
        let Ok(font) = FontVec::try_from_vec(fs::read(font)?) else {
            return Ok(None);
        };
        let icons = icons(&sheet);
        Ok((!icons.is_empty()).then_some(Self { font, icons }))
    }
}

/// The characters that a style sheet names, and what they are: `.fa-play:before { content: "\f04b"; }`.
fn icons(sheet: &str) -> Vec<(char, Symbol)> {
    let rules = sheet.split('}');
    let icon = |rule: &str| {
        let (names, content) = rule.split_once('{')?;
        let (_, code) = content.split_once("content:")?;
        let code = code
            .trim()
            .trim_start_matches(['"', '\''])
            .strip_prefix('\\')?;
        let code: String = code.chars().take_while(char::is_ascii_hexdigit).collect();
        let character = char::from_u32(u32::from_str_radix(&code, 16).ok()?)?;
        let name = names
            .split(',')
            .next_back()?
            .trim()
            .strip_suffix(":before")?;
        let name = name.rsplit('.').next()?.replace('_', "-");
        let is_prefix = |(prefix, _): &(&str, &str)| ["fa", "mdi", "el"].contains(prefix);
        let name = name
            .split_once('-')
            .filter(is_prefix)
            .map_or(name.as_str(), |(_, name)| name);
        Some((character, symbol(name)?))
    };
    rules.filter_map(icon).collect()
}

/// What an icon of this name is; `None` if that is not certain.
fn symbol(name: &str) -> Option<Symbol> {
    let plain = LOOKS.iter().find_map(|look| name.strip_suffix(look));
    for name in [name, plain.unwrap_or(name)] {
        for (symbol, names) in NAMES {
            if names.split(',').any(|one| one == name) {
                return Some(symbol);
            }
        }
    }
    let is_uncertain = UNCERTAIN.iter().any(|part| name.contains(part));
    (!is_uncertain).then_some(OTHER_ICON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_sheet_names_characters() {
        let sheet = ".fa-play:before { content: \"\\f04b\"; } .fa-mail-reply:before,.fa-reply:before{content:\"\\f112\"}
            .mdi-home-outline:before { content: \"\\F2DC\"; } .material-icons.shopping_cart:before { content: '\\e8cc'; }";
        let expected = [
            ('\u{f04b}', RIGHT),
            ('\u{f2dc}', HOUSE),
            ('\u{e8cc}', OTHER_ICON),
        ];
        assert_eq!(icons(sheet), expected);
    }
}
