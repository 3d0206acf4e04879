//! One list of the practice game's behaviours, for the programs that play them.

/// How many boards the game deals of so many levels.
pub fn boards(behaviour: &str, levels: usize) -> usize {
    if behaviour == "again" {
        2 * levels
    } else {
        levels
    }
}

/// What leads to no won level: `mishaps.rs` plays it.
pub const NEVER_WON: &str = "rejects";

/// A test for each behaviour of the practice game: `$plays` is given its name, and what flowbot must be told.
macro_rules! each_behaviour {
    ($plays:ident) => {
        each_behaviour!($plays:
            // The button `>` below the board is never taken without being named.
            whole erases first clicks taps focus drops hangs disc fading moving mirror animation dialog
                text push popup advert nothing("460,880") corners starts limit decoys boxed note("460,880") prompt cover
                alert finale replay cancel encore shove window standing dealer check again
                won("682,428") icons latch keys sides);
    };
    ($plays:ident: $($name:ident $(($next:literal))?)*) => {
        $(
            #[test]
            fn $name() {
                $plays(stringify!($name), &[$("--next", $next)?]);
            }
        )*

        #[test]
        fn no_behaviour_is_left_out() {
            let mut played = vec![$(stringify!($name)),*];
            played.push($crate::each_behaviour::NEVER_WON);
            let mut known = flowbot::practice::BEHAVIOURS;
            played.sort_unstable();
            known.sort_unstable();
            assert_eq!(played, known);
        }
    };
}
