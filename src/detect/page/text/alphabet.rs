//! The symbols that the recognizer tells apart.

/// A symbol is known by its number, from 0 on.
pub type Symbol = u8;

/// Stands between two equal symbols, and where nothing is written.
pub const BLANK: Symbol = 0;
/// The space between two words.
pub const SPACE: Symbol = 27;
/// A number, however many digits it has, and letters of other alphabets.
pub const NUMBER: Symbol = 28;
/// An arrow, a triangle or a chevron that points to the right.
pub const RIGHT: Symbol = 29;
/// One that points to the left.
pub const LEFT: Symbol = 30;
/// An arrow that turns in a circle.
pub const CIRCLE: Symbol = 31;
/// A house.
pub const HOUSE: Symbol = 32;
/// A cross, as on a button that closes a window.
pub const CROSS: Symbol = 33;
/// Bars, as on a button that opens a menu.
pub const MENU: Symbol = 34;
/// Three discs with lines between them, or an arrow out of a box, as on a button that shares.
pub const SHARE: Symbol = 35;
/// Any other icon: a gear, a cart, a star.
pub const OTHER_ICON: Symbol = 36;
/// How many symbols there are.
pub const SYMBOLS: usize = 37;

/// The characters that stand for the symbols in text: `_` for a blank.
const CHARACTERS: [char; SYMBOLS] = [
    '_', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r',
    's', 't', 'u', 'v', 'w', 'x', 'y', 'z', ' ', '#', '>', '<', '@', '^', '*', '=', '%', '?',
];

/// The symbols of a text of small letters, spaces and the characters that stand for icons: `#` a number, `>` right,
/// `<` left, `@` circle, `^` house, `*` cross, `=` menu, `%` share, `?` another icon. Other characters are left out.
pub fn symbols(text: &str) -> Vec<Symbol> {
    let symbol = |character| {
        let number = CHARACTERS.iter().position(|&one| one == character)?;
        (number > 0).then_some(number as Symbol)
    };
    text.chars().filter_map(symbol).collect()
}

/// The text of symbols, as [`symbols`] reads it.
pub fn text(symbols: &[Symbol]) -> String {
    let characters = symbols.iter().map(|&one| CHARACTERS[usize::from(one)]);
    characters.collect()
}

/// The symbols but for the spaces between words.
pub fn without_spaces(text: &[Symbol]) -> Vec<Symbol> {
    text.iter().copied().filter(|one| *one != SPACE).collect()
}

/// How many symbols have to be changed, left out or put in (Levenshtein).
pub fn distance(a: &[Symbol], b: &[Symbol]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, one) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = corner + usize::from(one != other);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_the_same_after_symbols_of_it() {
        for one in ["next level", "> play", "@ retry", "level #", "*?^<"] {
            assert_eq!(text(&symbols(one)), one);
        }
        assert_eq!(symbols("az"), [1, 26]);
        assert_eq!(symbols("_N.x"), symbols("x"), "a blank, a capital, a dot");
        assert_eq!(
            symbols("#><@^*=%?"),
            [
                NUMBER, RIGHT, LEFT, CIRCLE, HOUSE, CROSS, MENU, SHARE, OTHER_ICON
            ]
        );
    }
}
