//! One list of the practice game's behaviours, for the programs that play them.

/// A test for each behaviour of the practice game that goes on by itself or shows a control: `$plays` is
/// given its name.
macro_rules! each_behaviour {
    ($plays:ident) => {
        each_behaviour!($plays: whole erases first clicks taps focus drops hangs disc fading moving mirror
            animation dialog text push popup advert);
    };
    ($plays:ident: $($name:ident)*) => {
        $(#[test]
        fn $name() {
            $plays(stringify!($name), &[]);
        })*
    };
}
