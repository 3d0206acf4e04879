//! A real display, real windows, the real mouse. `make live` runs these tests; plain `cargo test` leaves
//! them out.

#![cfg(all(feature = "desktop", target_os = "linux"))]

#[path = "../common/mod.rs"]
mod common;
#[macro_use]
#[path = "../common/each_behaviour.rs"]
mod each_behaviour;

mod behaviours;
mod drills;
mod futoshiki;
mod kinds;
mod levels;
mod looks;
mod mishaps;
mod numberlink;
mod page;
