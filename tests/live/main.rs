//! A real display, real windows, the real mouse. `make live` runs these tests; plain `cargo test` leaves
//! them out.

#![cfg(all(feature = "desktop", target_os = "linux"))]

#[path = "../common/mod.rs"]
mod common;

mod behaviours;
mod drills;
mod levels;
mod mishaps;
