//! `cargo bench --bench reading`: how long the reading of a picture takes, without decoding, on one thread, engine
//! included; and which share of it each stage has.
//!
//! The pictures are those of `fixtures/screens`, placed as a phone, a desktop and a small window show them, and
//! real ones of the same sizes where `../shared/screens` is.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flowbot::capture::load_picture;
use flowbot::pipeline::Frame;
use flowbot::read::{self, ReadOptions};
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use tracing::span::Id;
use tracing::{Level, Subscriber};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;

/// Each picture is read so often; its time is the shortest, as the others had to share the machine.
const TIMES: usize = 9;

/// Sizes of screens and pictures, and which share of the shorter side the board's picture fills.
const PLACES: [(&str, u32, u32, f64); 3] = [
    ("phone", 1080, 2400, 1.0),
    ("desktop", 1920, 1080, 0.7),
    ("small", 352, 528, 1.0),
];

fn main() {
    let only = Targets::new().with_target("flowbot", Level::INFO);
    tracing_subscriber::registry()
        .with(Stages.with_filter(only))
        .init();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!("pictures             read of     median ms   90 %   most   stages, in % of the time");
    for (name, width, height, share) in PLACES {
        let fixtures = pictures_below(&root.join("fixtures/screens"));
        let placed = fixtures.iter().map(|path| {
            let picture = load(path).picture;
            Frame::from_picture(place(&picture, width, height, share))
        });
        row(&format!("{name} {width}x{height}"), placed);
        let real = pictures_below(&root.join("../shared/screens"));
        let real: Vec<Frame> = real
            .iter()
            .filter(|path| image::image_dimensions(path).is_ok_and(|size| size == (width, height)))
            .map(|path| load(path))
            .collect();
        if !real.is_empty() {
            row(&format!("  real {width}x{height}"), real);
        }
    }
}

fn load(path: &Path) -> Frame {
    load_picture(path).unwrap_or_else(|error| panic!("{error}"))
}

/// All pictures below a folder; none where it is missing.
fn pictures_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(pictures_below(&path));
        } else if path
            .extension()
            .is_some_and(|it| it == "png" || it == "jpg")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The picture in the middle of a screen of one colour.
fn place(picture: &RgbImage, width: u32, height: u32, share: f64) -> RgbImage {
    let (wide, high) = (f64::from(picture.width()), f64::from(picture.height()));
    let scale = share * (f64::from(width) / wide).min(f64::from(height) / high);
    let (wide, high) = ((wide * scale) as u32, (high * scale) as u32);
    let scaled = imageops::resize(picture, wide, high, FilterType::Triangle);
    let mut screen = RgbImage::from_pixel(width, height, Rgb([36, 60, 84]));
    let (x, y) = ((width - wide) / 2, (height - high) / 2);
    imageops::replace(&mut screen, &scaled, x.into(), y.into());
    screen
}

/// Measures some pictures and prints a line about them.
fn row(name: &str, frames: impl IntoIterator<Item = Frame>) {
    STAGES.with_borrow_mut(|stages| *stages = Sums::default());
    let (mut times, mut read, mut all) = (Vec::new(), 0, Duration::ZERO);
    for frame in frames {
        let mut shortest = Duration::MAX;
        let mut is_read = false;
        for _ in 0..TIMES {
            let start = Instant::now();
            is_read = read::flow(&frame, &ReadOptions::default()).is_ok();
            let took = start.elapsed();
            shortest = shortest.min(took);
            all += took;
        }
        times.push(shortest);
        read += usize::from(is_read);
    }
    times.sort();
    let ms = |share: f64| {
        let last = times.len() - 1;
        times[(last as f64 * share).round() as usize].as_secs_f64() * 1e3
    };
    let shares = STAGES.with_borrow(|stages| stages.shares(all));
    println!(
        "{name:<20} {read:>4} {:>3} {:>12.1} {:>6.1} {:>6.1}   {shares}",
        times.len(),
        ms(0.5),
        ms(0.9),
        ms(1.0)
    );
}

thread_local! {
    /// What the stages took on this thread; there is one.
    static STAGES: RefCell<Sums> = RefCell::default();
}

/// The time in each stage, without the stages inside it.
#[derive(Default)]
struct Sums {
    of: BTreeMap<&'static str, Duration>,
    /// Stages that are running: since when, and how much of that went to stages inside.
    running: Vec<(Instant, Duration)>,
}

impl Sums {
    /// The stages in percent of some time, the slowest first.
    fn shares(&self, all: Duration) -> String {
        let mut shares: Vec<(&str, f64)> = self
            .of
            .iter()
            .map(|(name, time)| (*name, 100.0 * time.as_secs_f64() / all.as_secs_f64()))
            .collect();
        shares.sort_by(|a, b| b.1.total_cmp(&a.1));
        let words = shares
            .iter()
            .map(|(name, share)| format!("{name} {share:.0}"));
        words.collect::<Vec<_>>().join(", ")
    }
}

/// Takes the times of the spans that the stages open.
struct Stages;

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Stages {
    fn on_enter(&self, _: &Id, _: Context<'_, S>) {
        STAGES.with_borrow_mut(|stages| stages.running.push((Instant::now(), Duration::ZERO)));
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        let Some(name) = context.span(id).map(|span| span.name()) else {
            return;
        };
        STAGES.with_borrow_mut(|stages| {
            let Some((start, inside)) = stages.running.pop() else {
                return;
            };
            let took = start.elapsed();
            if let Some((_, inside)) = stages.running.last_mut() {
                *inside += took;
            }
            *stages.of.entry(name).or_default() += took.saturating_sub(inside);
        });
    }
}
