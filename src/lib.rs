//! flowbot looks at a screen, finds a Flow Free board on it, solves the board, and draws the solution
//! with the mouse. The modules are that sentence, in that order:
//!
//! ```text
//! capture ──Frame──▶ detect ──Candidates──▶ read ──Reading──▶ solve ──Solution──▶ replay ──Actions──▶ mouse
//!                                             └────────────── play looks again ◀───────────────────┘
//! ```

pub mod capture;
pub mod cli;
pub mod detect;
pub mod generate;
pub mod geometry;
pub mod pipeline;
pub mod play;
pub mod practice;
pub mod profile;
pub mod puzzle;
pub mod read;
pub mod render;
pub mod replay;
pub mod solve;
