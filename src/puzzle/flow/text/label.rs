//! The characters that stand for colours.

/// ASCII after letters and digits, without the characters that mean something else in a grid.
const OTHERS: &str = "!\"$%&'(),-/:;<=>?@[\\]^`{|}~";

/// Letters beyond ASCII: Latin with accents first, then the large block of ideographs, enough for any board.
const LATIN: std::ops::Range<u32> = 0xC0..0x250;
const IDEOGRAPHS: u32 = 0x4E00;

/// The character written for colour number `index`: `A`-`Z`, `a`-`z`, `0`-`9`, other ASCII, letters beyond.
/// All different, up to the largest board.
pub fn label(index: usize) -> char {
    let ascii = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(OTHERS.chars());
    let beyond = LATIN.chain(IDEOGRAPHS..).filter_map(char::from_u32);
    ascii.chain(beyond).nth(index).unwrap_or('A')
}

/// The place of a character in the order of [`label`]: what pairs are sorted by.
pub(super) fn rank(label: char) -> (u8, char) {
    let group = match label {
        'A'..='Z' => 0,
        'a'..='z' => 1,
        '0'..='9' => 2,
        _ => 3,
    };
    (group, label)
}

/// Whether a character can be seen on paper, and so can stand for a colour.
pub(super) fn is_printable(c: char) -> bool {
    !c.is_control() && !c.is_whitespace() && c != char::REPLACEMENT_CHARACTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_printable_different_and_in_order() {
        let labels: Vec<char> = (0..1000).map(label).collect();
        assert!(labels.is_sorted_by_key(|&label| rank(label)));
        assert!(labels.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(
            labels
                .iter()
                .all(|&c| is_printable(c) && !"._*+#".contains(c))
        );
        assert_eq!(
            [label(0), label(26), label(52), label(62)],
            ['A', 'a', '0', '!']
        );
    }
}
