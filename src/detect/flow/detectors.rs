//! The attempts to find a board in a picture.

/// One attempt to find a board: which places of the picture it takes for cells, and what it asks of a grid on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detector {
    /// Cells between clear lines.
    ClearLines,
    /// Cells between faint lines, also in a noisy picture.
    FaintLines,
    /// Terminals on even ground, without lines.
    Dots,
    /// Ends and bends of pipes that cover the terminals.
    Bends,
    /// Lines and terminals of the blurred picture: dashed lines, striped terminals, the pixels of a screen in a photo.
    Blurred,
    /// Digits or letters between lines, where colours tell nothing.
    Glyphs,
}

impl Detector {
    /// All, the surest and quickest first.
    pub const ALL: [Self; 6] = [
        Self::ClearLines,
        Self::FaintLines,
        Self::Dots,
        Self::Bends,
        Self::Blurred,
        Self::Glyphs,
    ];

    /// What it looks for, for `--explain`.
    pub(super) fn description(self) -> &'static str {
        match self {
            Self::ClearLines => "clear lines",
            Self::FaintLines => "faint lines too",
            Self::Dots => "dots without lines",
            Self::Bends => "bends of pipes",
            Self::Blurred => "lines and dots behind a texture",
            Self::Glyphs => "digits or letters between lines",
        }
    }
}
