//! Reads lines of text: words of buttons, in any font, and icons.

pub mod alphabet;
pub mod ctc;
pub mod ink;
pub mod network;

use std::sync::LazyLock;

use image::RgbImage;

use self::alphabet::SYMBOLS;
use self::network::Network;
use crate::geometry::PixelRect;

/// What `training/` learned.
static NETWORK: LazyLock<Network> = LazyLock::new(|| {
    let weights = include_bytes!("weights.bin");
    Network::from_bytes(weights).expect("the weights fit the network")
});

/// How likely each symbol is in each column of a line of text: the natural logarithm. For each way to see it, one list; none
/// where the text goes on beyond the rectangle.
pub fn columns(picture: &RgbImage, rect: PixelRect) -> Vec<Vec<[f32; SYMBOLS]>> {
    let views = ink::views(picture, rect).into_iter();
    let views = views.filter(|view| !view.ink.is_cut());
    views.map(|view| NETWORK.run(&view.ink).symbols).collect()
}
