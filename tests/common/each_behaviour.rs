//! One list of the practice game's behaviours, for the programs that play them.

/// A test for each behaviour of the practice game: `$plays` is given its name, and what flowbot must be told.
macro_rules! each_behaviour {
    ($plays:ident) => {
        each_behaviour!($plays: whole erases first clicks taps focus drops hangs disc fading moving mirror
            animation dialog text push popup advert);

        /// Goes on only by the button `>` below the board.
        #[test]
        fn nothing() {
            $plays("nothing", &["--next", "460,880"]);
        }
    };
    ($plays:ident: $($name:ident)*) => {
        $(#[test]
        fn $name() {
            $plays(stringify!($name), &[]);
        })*

        #[test]
        fn no_behaviour_is_left_out() {
            let played = [$(stringify!($name),)* "nothing"];
            assert_eq!(played, flowbot::practice::BEHAVIOURS);
        }
    };
}
