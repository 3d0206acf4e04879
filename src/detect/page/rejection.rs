//! The words by which a game says that a full board is not the solution that it wants.
//!
//! ```text
//!   Wrong... Try again :(
//!          [ OK ]
//! ```

/// What such words hold. "Try again" is none of them: after a won level it names the button that deals it again.
const REJECTS: [&str; 31] = [
    "wrong",
    "incorrect",
    "not correct",
    "isnt correct",
    "not right",
    "isnt right",
    "not valid",
    "invalid",
    "not solved",
    "isnt solved",
    "not complete",
    "isnt complete",
    "not finished",
    "you havent",
    "you still havent",
    "not quite",
    "failed",
    "you lost",
    "you lose",
    "falsch",
    "nicht richtig",
    "nicht korrekt",
    "pas correct",
    "pas valide",
    "no es correct",
    "no es valid",
    "incorret",
    "errado",
    "sbagliato",
    "non corrett",
    "niepoprawn",
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
        let said = "you still haven't completed the puzzle !";
        assert_eq!(rejection(said), Some("you still havent"));
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
            "all valid",
            "you have solved it",
            "",
        ] {
            assert_eq!(rejection(said), None, "{said:?}");
        }
    }
}
