//! Reads the controls of `fixtures/controls`: pages drawn by a browser, in fonts that the network has not learned from. Beside
//! each picture stands what it shows where: `X Y LABEL`.
//!
//! `FLOWBOT_CONTROLS=FOLDER` reads another folder, and `--nocapture` shows the figures.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use flowbot::detect::page::controls::{PageControl, page_controls, reading_of};
use flowbot::detect::page::meaning::{Lead, Meaning, meaning_of};
use flowbot::detect::page::overlay::add_overlay_texts;
use flowbot::geometry::{Lattice, Pixel, PixelRect};
use image::imageops::crop_imm;
use image::{Rgb, RgbImage};

/// At least these shares of controls are read, by kind. A bit less than what is: a few of a hundred more or less are luck.
const LEAST_READ: [(&str, f64); 5] = [
    ("word leads on", 0.8),
    ("word stays", 0.8),
    ("word costs", 0.75),
    ("icon leads on", 0.5),
    ("icon stays", 0.55),
];

/// A page, and where it shows which label.
struct Page {
    name: String,
    picture: RgbImage,
    controls: Vec<(Pixel, String)>,
}

fn pages() -> Vec<Page> {
    let folder = env::var_os("FLOWBOT_CONTROLS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/controls"),
        PathBuf::from,
    );
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_picture = |path: &PathBuf| path.extension().is_some_and(|one| one == "png");
    let mut pictures: Vec<PathBuf> = files.filter(is_picture).collect();
    pictures.sort();
    assert!(pictures.len() > 2);
    let page = |path: &PathBuf| {
        let truth = fs::read_to_string(path.with_extension("controls")).unwrap();
        let control = |line: &str| {
            let [x, y, label] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("{line:?} is not X Y LABEL");
            };
            let at = Pixel::new(x.parse().unwrap(), y.parse().unwrap());
            (at, label.to_owned())
        };
        Page {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            picture: image::open(path).unwrap().to_rgb8(),
            controls: truth.lines().map(control).collect(),
        }
    };
    pictures.iter().map(page).collect()
}

/// How controls of one kind are read.
#[derive(Default)]
struct Figures {
    all: usize,
    read: usize,
    /// Taken for one that leads on, or for one that leads on otherwise; or one that leads on, for one that does not.
    wrong: usize,
    /// Read as another one that is not clicked either.
    other: usize,
}

impl Figures {
    fn add(&mut self, expected: Meaning, seen: Meaning) -> bool {
        let leads = |meaning: Meaning| meaning.lead().is_some();
        let is_wrong =
            seen != expected && seen != Meaning::Unknown && (leads(seen) || leads(expected));
        self.all += 1;
        self.read += usize::from(seen == expected);
        self.wrong += usize::from(is_wrong);
        self.other += usize::from(seen != expected && seen != Meaning::Unknown && !is_wrong);
        is_wrong
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            all,
            read,
            wrong,
            other,
        } = self;
        let share = *read as f64 * 100.0 / *all as f64;
        let nothing = all - read - wrong - other;
        write!(
            formatter,
            "{all:6} {share:8.1} % {nothing:9} {other:6} {wrong:6}"
        )
    }
}

/// What kind of control a label is.
fn kind(label: &str) -> &'static str {
    let is_word = label.contains(|one: char| one.is_ascii_lowercase());
    match (meaning_of(label), is_word) {
        (Meaning::LeadsOn(_), true) => "word leads on",
        (Meaning::LeadsOn(_), false) => "icon leads on",
        (Meaning::AsksFor(..), _) => "asks for a key",
        (Meaning::Again | Meaning::Stays, true) => "word stays",
        (Meaning::Again | Meaning::Stays, false) => "icon stays",
        (Meaning::Never, _) => "word costs",
        (Meaning::Won, _) => "tells of a won level",
        (Meaning::Unknown, true) => "other word",
        (Meaning::Unknown, false) => "other icon",
    }
}

#[test]
fn no_control_is_taken_for_one_of_another_class_and_most_are_read() {
    let mut figures: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut wrong = Vec::new();
    for page in pages() {
        let seen = page_controls(&page.picture, None);
        for (at, label) in &page.controls {
            let here = seen.iter().filter(|one| one.rect.contains(*at));
            let smallest = here.min_by_key(|one| one.rect.width * one.rect.height);
            let expected = meaning_of(label);
            let reading = smallest.map(|one| &one.reading);
            let meaning = reading.map_or(Meaning::Unknown, |one| one.meaning);
            if meaning != expected && env::var_os("FLOWBOT_CONTROLS").is_some() {
                println!("{} {at:?} {label:?} is read as {reading:?}", page.name);
            }
            if figures
                .entry(kind(label))
                .or_default()
                .add(expected, meaning)
            {
                wrong.push(format!(
                    "{} {at:?}: {label:?} is read as {reading:?}",
                    page.name
                ));
            }
        }
    }
    println!(
        "{:14} {:>6} {:>10} {:>9} {:>6} {:>6}",
        "", "all", "read", "nothing", "other", "wrong"
    );
    for (kind, figures) in &figures {
        println!("{kind:14} {figures}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (kind, least) in LEAST_READ {
        let Figures { all, read, .. } = figures[kind];
        assert!(read as f64 >= all as f64 * least, "{kind}: {read} of {all}");
    }
}

#[test]
fn a_rectangle_says_the_same_as_the_control_in_it() {
    let (mut same, mut all) = (0, 0);
    for page in pages() {
        let controls = page_controls(&page.picture, None);
        for control in controls.iter().filter(|one| one.rect.height > 25) {
            let reading = reading_of(&page.picture, control.rect);
            all += 1;
            same += usize::from(reading.meaning == control.reading.meaning);
            // A rectangle at the edge of a page may say more than the control that was found there.
            let both = [reading.meaning, control.reading.meaning];
            assert!(
                both[0] == both[1] || both.contains(&Meaning::Unknown),
                "{control:?}: {reading:?}"
            );
        }
    }
    assert!(same * 100 >= all * 95, "{same} of {all}");
}

/// The title of a dialog and the words in it have no box around them.
#[test]
fn what_has_a_box_around_it_is_a_button() {
    let pages = pages();
    let named = |name: &str| {
        let page = pages.iter().find(|page| page.name == name);
        let page = page.expect("the page is in fixtures/controls");
        (page, page_controls(&page.picture, None))
    };
    let (focused, controls) = named("focused");
    for (at, label) in &focused.controls {
        let found = controls.iter().find(|one| one.rect.contains(*at));
        assert!(found.is_some_and(|one| one.is_button), "{label}: {found:?}");
    }
    let (_, controls) = named("dialog");
    let is_button = |label: &str| {
        let found = controls.iter().find(|one| one.reading.label == label);
        found.map(|one| one.is_button)
    };
    assert_eq!(is_button("next level"), Some(true));
    assert_eq!(is_button("level complete"), Some(false));
}

#[test]
fn sentences_that_ask_for_a_key_or_a_click_are_known() {
    let pages = pages();
    let prompts = pages.iter().find(|page| page.name == "prompts");
    let prompts = prompts.expect("the page is in fixtures/controls");
    let seen = page_controls(&prompts.picture, None);
    for (at, label) in &prompts.controls {
        let found = seen.iter().find(|one| one.rect.contains(*at));
        let reading = found.map(|one| &one.reading);
        let meaning = reading.map(|one| one.meaning);
        assert_eq!(meaning, Some(meaning_of(label)), "{label}: {reading:?}");
    }
    let asks = |label: &str| matches!(meaning_of(label), Meaning::AsksFor(..));
    let asking = prompts.controls.iter().filter(|(_, label)| asks(label));
    assert_eq!(asking.count(), 6);
}

/// Words of the page of prompts, which stand on one colour there.
struct Words {
    picture: RgbImage,
}

impl Words {
    fn of_prompts([left, top]: [u32; 2], [width, height]: [u32; 2]) -> Self {
        let prompts = pages().into_iter().find(|page| page.name == "prompts");
        let prompts = prompts.expect("the page is in fixtures/controls");
        let part = crop_imm(&prompts.picture, left, top, width, height);
        Self {
            picture: part.to_image(),
        }
    }

    /// How much of a pixel they cover, 0 to 1.
    fn ink_at(&self, x: u32, y: u32) -> f64 {
        let shown = self.picture.get_pixel_checked(x, y);
        let ground = self.picture.get_pixel(0, 0).0;
        let far = shown.and_then(|shown| (0..3).map(|at| shown.0[at].abs_diff(ground[at])).max());
        (f64::from(far.unwrap_or_default()) / 150.0).min(1.0)
    }
}

/// The second one asks for something else than its first line says alone.
#[test]
fn sentences_that_go_on_in_a_second_line_are_told_from_each_other() {
    // What stands where on the page of prompts, and where its part begins on this one.
    let lines = [
        (Words::of_prompts([26, 28], [254, 24]), 10), // press space for the next
        (Words::of_prompts([280, 28], [54, 24]), 32), // level
        (Words::of_prompts([60, 428], [183, 24]), 58), // press space to play
        (Words::of_prompts([243, 428], [60, 24]), 80), // again
    ];
    let page = |lines: &[(Words, u32)]| {
        RgbImage::from_fn(400, 200, |x, y| {
            let inks = lines.iter().map(|(words, top)| match y.checked_sub(*top) {
                Some(y) => words.ink_at(x.saturating_sub(20), y),
                None => 0.0,
            });
            Rgb([(20.0 + 220.0 * inks.fold(0.0, f64::max)) as u8; 3])
        })
    };
    let meanings = |lines: &[(Words, u32)]| {
        let controls = page_controls(&page(lines), None).into_iter();
        let asks = controls.filter(|one| matches!(one.reading.meaning, Meaning::AsksFor(..)));
        asks.map(|one| one.reading.label).collect::<Vec<_>>()
    };
    assert_eq!(meanings(&lines[2..3]), ["press space to play"], "alone");
    assert_eq!(meanings(&lines), ["press space for the next level"]);
}

/// A board of pipes between bright lines, as it shines through a dark band with words.
#[test]
fn the_words_on_a_band_through_which_the_board_is_seen_are_read() {
    let words = Words::of_prompts([30, 260], [300, 40]);
    let label = "tap to continue";
    let board = RgbImage::from_fn(300, 360, |x, y| {
        let is_pipe = y % 60 > 20 && y % 60 < 40 && x / 60 != y / 60;
        Rgb(match (x % 60 < 2 || y % 60 < 2, is_pipe) {
            (true, _) => [140; 3],
            (_, true) => [[250, 190, 20], [230, 30, 90], [40, 130, 240]][(y / 60 % 3) as usize],
            _ => [25, 25, 40],
        })
    });
    let now = RgbImage::from_fn(300, 360, |x, y| {
        let below = board.get_pixel(x, y).0;
        if y.abs_diff(180) > 35 {
            return Rgb(below);
        }
        let ink = words.ink_at(x, y.saturating_sub(160));
        Rgb(below.map(|value| (f64::from(value) * 0.45 * (1.0 - ink) + 255.0 * ink) as u8))
    });
    let lattice = Lattice::upright(6, 5, [30.0, 30.0], [60.0, 60.0]);
    let mut read = page_controls(&now, Some(&lattice));
    let leads = |read: &[PageControl]| {
        let leads = read
            .iter()
            .filter(|one| one.reading.meaning.lead().is_some());
        leads
            .map(|one| one.reading.label.clone())
            .collect::<Vec<_>>()
    };
    assert!(
        leads(&read).is_empty(),
        "its outlines are those of the pipes"
    );
    for _ in 0..2 {
        add_overlay_texts(&mut read, [&board, &now], &lattice);
        assert_eq!(leads(&read), [label]);
    }
    // As if its beginning had been read alone.
    let whole = read.iter_mut().find(|one| one.reading.label == label);
    whole.unwrap().reading.label = "tap to".to_owned();
    add_overlay_texts(&mut read, [&board, &now], &lattice);
    assert_eq!(leads(&read), [label]);
    let mut read = Vec::new();
    add_overlay_texts(&mut read, [&now, &now], &lattice);
    assert!(read.is_empty(), "{read:?}");
}

#[test]
fn an_icon_in_a_cell_of_the_board_is_no_control() {
    let is_next = Meaning::LeadsOn(Lead::Next);
    let with_arrow = pages().into_iter().find_map(|page| {
        let controls = page_controls(&page.picture, None);
        let is_arrow =
            |one: &&PageControl| one.reading.label == ">" && one.reading.meaning == is_next;
        let rect = controls.iter().find(is_arrow)?.rect;
        Some((page.picture, rect.centre()))
    });
    let (picture, at) = with_arrow.unwrap();
    let count = |board: &Lattice| {
        let controls = page_controls(&picture, Some(board));
        controls.iter().filter(|one| one.rect.contains(at)).count()
    };
    let board = |x: f64| Lattice::upright(3, 3, [x, at.y], [80.0, 80.0]);
    assert_eq!(count(&board(at.x)), 0);
    assert_eq!(count(&board(at.x + 40.0)), 1, "between two cells");
}

/// The focus rectangle of a button touches the first and the last letter.
#[test]
fn a_button_that_costs_something_is_known_when_it_has_the_focus() {
    let pages = pages();
    let focused = pages.iter().find(|page| page.name == "focused");
    let focused = focused.expect("the page is in fixtures/controls");
    let (half_width, half_height) = (121.0, 13.0);
    let costs = |label: &str| meaning_of(label) == Meaning::Never;
    let costly: Vec<_> = focused
        .controls
        .iter()
        .filter(|one| costs(&one.1))
        .collect();
    assert_eq!(costly.len(), 3);
    for (at, label) in costly {
        let button = PixelRect {
            x: (at.x - half_width) as u32,
            y: (at.y - half_height) as u32,
            width: 2 * half_width as u32,
            height: 2 * half_height as u32,
        };
        let reading = reading_of(&focused.picture, button);
        assert_eq!(reading.meaning, Meaning::Never, "{label}: {reading:?}");
    }
}
