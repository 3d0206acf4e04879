//! The words by which a game says that a full board is not the solution that it wants.
//!
//! ```text
//!   Wrong... Try again :(
//!          [ OK ]
//! ```

/// What such words hold. "Try again" is none of them: after a won level it names the button that deals it again.
const REJECTS: [&str; 12] = [
    "wrong",
    "incorrect",
    "not correct",
    "not right",
    "not solved",
    "not quite",
    "failed",
    "you lost",
    "you lose",
    "falsch",
    "errado",
    "sbagliato",
];

/// The words in a text, as it was read, by which a game rejects a solution. Marks and spaces between letters are often misread, so
/// only letters count.
pub fn rejection(text: &str) -> Option<&'static str> {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_lowercase);
        letters.collect()
    };
    let said = letters(text);
    REJECTS
        .into_iter()
        .find(|phrase| said.contains(&letters(phrase)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_reject_a_solution_are_found_however_they_are_spaced() {
        assert_eq!(rejection("wrongtry again "), Some("wrong"));
        assert_eq!(rejection("you lo st #"), Some("you lost"));
        assert_eq!(rejection("thats not quite it"), Some("not quite"));
    }

    #[test]
    fn words_of_a_won_level_reject_nothing() {
        for said in [
            "level complete",
            "try again",
            "retry next level",
            "you won",
            "correct",
            "solved in # moves",
            "",
        ] {
            assert_eq!(rejection(said), None, "{said:?}");
        }
    }
}
