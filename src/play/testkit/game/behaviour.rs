//! What a pretended game can be asked to do.

use std::time::Duration;

use crate::geometry::Cell;

/// How the pretended game behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Behaviour {
    /// A move that comes sooner than this after the one before is not noticed.
    pub frame: Duration,
    /// Nothing is noticed at all.
    pub is_deaf: bool,
    /// A drag begins where so many moves after its press end; 0 is at the press.
    pub moves_before: u8,
    /// At which of its terminals a drag must begin.
    pub begins_at: BeginsAt,
    /// Until then help lies over all of the window.
    pub helps_until: Duration,
    /// The n-th press is lost.
    pub loses_press: Option<usize>,
    /// The n-th move is lost.
    pub loses_move: Option<usize>,
    /// The move that would solve a level is lost in the first stroke that makes it, and something in the colour of each flow
    /// lies over its end for a while.
    pub veils_end: bool,
    /// Moves are not noticed any more when a drag has lasted so long; zero for ever.
    pub longest_drag: Duration,
    /// The terminals go out for a moment after each stroke.
    pub flashes: bool,
    /// Cells between two in one row or column are filled in.
    pub fills_in: bool,
    /// A drag selects text, and the next one would move that text; a click lets go of it.
    pub selects_text: bool,
    /// A press begins a flow and the next one ends it: a release does nothing.
    pub is_latched: bool,
    /// A move that goes farther than a fifth of a cell is not noticed.
    pub ignores_jumps: bool,
    /// A move to the row or column of pixels of the press is not noticed.
    pub ignores_line: bool,
    /// Flows are drawn by a click, moves with the button up, and a click.
    pub is_clicked: bool,
    /// Flows are drawn by a click on each cell.
    pub is_tapped: bool,
    /// A press on a terminal selects it, and arrow keys draw its flow.
    pub is_keyed: bool,
    /// In such a game a press on the selected terminal lets go of it.
    pub is_let_go: bool,
    /// After so many presses they are drawn by a click, moves, and a click.
    pub is_clicked_after: Option<usize>,
    /// A level is solved when all pairs are joined, be the board filled or not.
    pub wants_no_filling: bool,
    /// Stripes move behind everything.
    pub has_stripes: bool,
    /// Terminals are full cells with a mark, and pipes fill cells.
    pub fills_cells: bool,
    /// What it shows of what is drawn.
    pub trace: Trace,
    /// Pipes cannot be drawn over others, and this one, of the flow that it begins at, is there from the first.
    pub is_blocked_by: &'static [(u16, u16)],
    /// Behind this cell lies a bar in the colour of a flow: the cell looks like one that a pipe tints.
    pub has_bar: Option<(Cell, char)>,
    /// The cell under the pointer stands out, with an edge on two of its sides.
    pub lights_up: bool,
    /// A cursor lies over the middle of the cell under the pointer.
    pub has_cursor: bool,
    /// How long a level takes to come out of the dark.
    pub fades_in: Duration,
    /// How long a level takes to grow from a small board to a large one.
    pub zooms_in: Duration,
    /// An advertisement beside the board changes every three seconds; every second one has a button, and a click on
    /// it does harm.
    pub has_advert_beside: bool,
    /// How a flow goes on over a border that is joined to the opposite one.
    pub crossing: Crossing,
    /// What a solved level shows.
    pub ending: Ending,
}

/// How a flow goes on over a border that is joined to the opposite one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crossing {
    /// It comes in at the other side when the pointer goes out.
    #[default]
    Out,
    /// A press behind the border goes on there.
    Sides,
}

/// At which terminal of a flow a drag begins one, in reading order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BeginsAt {
    /// At any.
    #[default]
    Any,
    /// At the last.
    Last,
    /// At the last of every second letter, at the first of the others.
    Either,
}

/// What a flow looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trace {
    /// A pipe in the colour of its terminals.
    #[default]
    Pipe,
    /// The same, but for the flows of these letters in a shade that may be nearer to another's colour.
    Pale(&'static str),
    /// The same, but nothing for the flows of these letters.
    Unseen(&'static str),
    /// A white line.
    White,
    /// A bead in the colour of the terminals between each two cells.
    Beads,
    /// A small mark in one colour in each cell.
    Stars,
}

/// What comes after a solved level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// The next level.
    #[default]
    Alone,
    /// The next level, at once.
    NextAtOnce,
    /// A box over the middle with so many buttons; a click on one leads to the next level.
    Buttons(usize),
    /// The same over a window that has gone dark.
    DarkButton,
    /// The same, at once, in a box that looks like empty cells.
    DarkAtOnce,
    /// The same in a box over a window that goes pale: all of it comes at once, and fades in.
    FadesIn,
    /// A button below the board, at once; a click on it leads to the next level.
    ButtonBelow,
    /// The same, and all but the button goes dark.
    DarkAbove,
    /// A box with words over the middle for a second and a half, then the next level.
    PopUp,
    /// Words right over some empty cells, at once and for ever.
    Words,
    /// An empty page for ever.
    Nothing,
    /// The solved board, which moves down at once by so many points and takes so long for it; then the next level.
    MovesDown {
        /// The time it takes.
        takes: Duration,
        /// How far it goes.
        by: u8,
    },
    /// The solved board, until the pointer moves over it with its button up; then the next level.
    WhenMoved,
    /// The solved board for eight seconds, then the next level.
    Late,
    /// The same, and at once an advertisement that stood still beside the board becomes one with a button.
    AdvertBeside,
    /// A picture with a button over all of the window for five seconds, then the next level. A click on
    /// it does harm.
    Advert,
}

impl Ending {
    /// Whether it comes with the last stroke.
    pub(super) fn comes_at_once(self) -> bool {
        matches!(
            self,
            Self::ButtonBelow
                | Self::DarkAbove
                | Self::Words
                | Self::AdvertBeside
                | Self::MovesDown { .. }
                | Self::DarkAtOnce
                | Self::FadesIn
        )
    }
}
