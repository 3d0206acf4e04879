//! Looks for what may be clicked for the next level.

use std::borrow::Cow;
use std::time::Duration;

use image::RgbImage;

use super::choice::{Found, choose};
use super::control::{Control, Origin, is_known};
use super::new_window::dialogs;
use crate::capture::WindowInfo;
use crate::detect::page::background::was_background;
use crate::detect::page::buttons::{PageButtons, appeared, is_new, remove_pushed};
use crate::detect::page::controls::{
    PageControl, empty_boxes, is_in_cell, page_controls, reading_of,
};
use crate::detect::page::displacement::displacement;
use crate::detect::page::likeness::has_faded;
use crate::detect::page::meaning::Meaning;
use crate::detect::page::overlay::add_overlay_texts;
use crate::detect::page::rejection::rejection;
use crate::detect::page::template::only_place;
use crate::geometry::{Lattice, Pixel, PixelBox, PixelRect, ScreenPoint, ScreenRect};
use crate::pipeline::Frame;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::observer::LevelState;
use crate::play::options::Next;
use crate::vision::colour::difference;

/// What lies so many pixels around a place that the user named is looked at: less than half of the smallest button.
const NEAR: f64 = 6.0;

/// So much around a dialog is looked at with it, in points: the button of a small one is large in a picture of it alone.
const AROUND_DIALOG: f64 = 200.0;

/// How high the title bar of a dialog is at most, in points.
const TITLE_BAR: f64 = 40.0;

/// A box that is wider than this share of a dialog is no button of it.
const MOST_OF_DIALOG: f64 = 0.9;

/// The noise of a video moves the three channels of a pixel no further than this, summed.
const NOISE: u32 = 72;

/// The page as it was when a level was won.
pub(super) struct OldPage<'a> {
    done: &'a LevelState,
    /// The solved board with what was around it before the last stroke, where the game may have known at once that it is solved.
    page: PageButtons<'a>,
}

impl<'a> OldPage<'a> {
    pub(super) fn of(done: &'a LevelState) -> Self {
        let solved = Cow::Borrowed(&done.frame.picture);
        let picture = done.solved_in_old_page().map_or(solved, Cow::Owned);
        let page = PageButtons::of(picture);
        Self { done, page }
    }
}

/// What is to be clicked for the next level, as a frame shows it after a level was won and some controls were clicked.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn search(
    context: &mut Context<'_, '_>,
    old: &OldPage<'_>,
    frame: &Frame,
    clicked: &[(Control, Duration)],
) -> Result<Found, PlayError> {
    match &context.options.next {
        Some(Next::LooksLike(template)) => {
            let place = only_place(&frame.picture, template);
            Ok(place.map_or(Found::Nothing, |place| {
                let at = frame.viewport.to_screen(place.centre());
                Found::One(Control::named(at, Origin::Named))
            }))
        }
        Some(Next::At(place)) => Ok(named_place(context, old.done, frame, *place)),
        None => found(context, old, frame, clicked),
    }
}

/// The place that the user named. Of a window that is partly off the screen the frame shows a part.
fn named_place(
    context: &Context<'_, '_>,
    done: &LevelState,
    frame: &Frame,
    place: ScreenPoint,
) -> Found {
    let ScreenRect { x, y, .. } = context.observer.place();
    let place = ScreenPoint::new(x + place.x, y + place.y);
    if !frame.bounds().contains(place) {
        return Found::OffScreen;
    }
    let at = frame.viewport.to_pixel(place);
    let (before, now) = (&done.frame.picture, &frame.picture);
    let is_unchanged = before.dimensions() == now.dimensions() && looks_alike(before, now, at);
    let origin = if is_unchanged {
        let is_over_board = done.task.lattice().bounds().contains(at);
        let is_in_button = || PageButtons::of(Cow::Borrowed(now)).is_in_button(at);
        let is_button = !is_over_board && is_in_button();
        Origin::Awaited { is_button }
    } else {
        Origin::Named
    };
    Found::One(Control::named(place, origin))
}

/// What is found without the user's help. What was clicked is not clicked again. While it is still there, nothing but a control
/// that says that it leads on, or one in a dialog, has come by the click.
fn found(
    context: &mut Context<'_, '_>,
    old: &OldPage<'_>,
    frame: &Frame,
    clicked: &[(Control, Duration)],
) -> Result<Found, PlayError> {
    let Seen {
        mut controls,
        has_advert,
        rejection,
    } = look(context, old, frame)?;
    let is_way_on = |one: &Control| one.has_come_to_lead_on() && one.is_sure_lead();
    if let Some(words) = rejection
        && !controls.iter().any(is_way_on)
    {
        return Ok(Found::Rejected(words));
    }
    let was_clicked = |one: &Control| clicked.iter().any(|(clicked, _)| one.repeats(clicked));
    if controls.iter().any(was_clicked) {
        controls.retain(|one| !was_clicked(one) && (one.says_lead() || one.is_in_dialog()));
    }
    tracing::debug!("controls: {controls:?}");
    Ok(match choose(&controls) {
        Found::Nothing if has_advert => Found::Advert,
        found => found,
    })
}

/// Whether a control that says that it leads on has appeared since the last look at a level: then the level is over.
///
/// # Errors
/// Whatever stops the observer.
pub(in crate::play) fn way_on_appeared(
    context: &mut Context<'_, '_>,
    level: &LevelState,
    frame: &Frame,
) -> Result<bool, PlayError> {
    let seen = look(context, &OldPage::of(level), frame)?;
    Ok(seen.controls.iter().any(Control::has_come_to_lead_on))
}

/// What a page and the dialogs over it show.
#[derive(Default)]
struct Seen {
    controls: Vec<Control>,
    /// Whether there are others that may be an advertisement's.
    has_advert: bool,
    /// New words by which the game says that the level is not solved.
    rejection: Option<&'static str>,
}

/// Looks for all that may be clicked, and for what the game says.
fn look(
    context: &mut Context<'_, '_>,
    old: &OldPage<'_>,
    frame: &Frame,
) -> Result<Seen, PlayError> {
    let dialogs = dialogs(context)?;
    let done = old.done;
    let is_relit = context.observe(done.task.as_ref(), frame).is_relit;
    let mut seen = Seen::default();
    let controls = &mut seen.controls;
    if done.frame.picture.dimensions() == frame.picture.dimensions() {
        let pages = Pages::of(old, frame);
        let (mut new, has_others) = new_controls(context, &pages);
        seen.has_advert = has_others;
        let mut read = page_controls(&frame.picture, Some(pages.lattice));
        if pages.before_last.dimensions() == frame.picture.dimensions() {
            let both = [pages.before_last, &frame.picture];
            add_overlay_texts(&mut read, both, pages.lattice);
        }
        let texts = read.iter().filter(|one| one.is_sure_text());
        let texts: Vec<ScreenRect> = texts
            .map(|one| frame.viewport.box_to_screen(one.rect.into()))
            .collect();
        new.retain(|one| !texts.iter().any(|text| one.is_letter_of(*text)));
        seen.rejection = new_rejection(&pages, &read);
        let mut worded = worded(context, &pages, read);
        // Two icons beside each other look like a word.
        worded.retain(|words| {
            let buttons = new.iter().map(|one| one.rect.centre());
            buttons
                .filter(|middle| words.rect.contains(*middle))
                .count()
                < 2
        });
        // A button and the words in it are one control.
        let is_worded = |one: &Control| {
            let mut rects = worded.iter().map(|other| other.rect);
            rects.any(|rect| one.rect.contains(rect.centre()) || rect.contains(one.rect.centre()))
        };
        controls.extend(new.into_iter().filter(|one| !is_worded(one)));
        controls.extend(worded);
    }
    for dialog in dialogs {
        // What lies over the target is seen in its picture, too: the dialog and its title bar.
        let around = dialog.rect.grown(TITLE_BAR);
        controls.retain(|one: &Control| !around.contains(one.rect.centre()));
        let (in_dialog, rejected) = dialog_controls(context, &dialog)?;
        controls.extend(in_dialog);
        seen.rejection = seen.rejection.or(rejected);
    }
    // A page that goes dark leaves a dialog alone in the light, wherever that is.
    for one in controls.iter_mut().filter(|_| is_relit) {
        one.lies_over_board();
    }
    // A dialog is answered before anything else: most programs take no click beside it.
    if controls.iter().any(Control::is_in_dialog) {
        controls.retain(Control::is_in_dialog);
    }
    Ok(seen)
}

/// The controls of a dialog, and the words by which it says that the level is not solved.
pub(super) fn dialog_controls(
    context: &mut Context<'_, '_>,
    dialog: &WindowInfo,
) -> Result<(Vec<Control>, Option<&'static str>), PlayError> {
    let frame = context.observer.look_at(dialog, AROUND_DIALOG)?;
    let read = page_controls(&frame.picture, None);
    let is_inside = |one: &&PageControl| {
        let middle = frame.viewport.to_screen(one.rect.centre());
        dialog.rect.contains(middle)
    };
    let mut said = read.iter().filter(is_inside);
    let rejected = said.find_map(|one| rejection(&one.reading.label));
    Ok((in_dialog(context, dialog, &frame, read), rejected))
}

/// The words by which a page says that the level is not solved, where it did not say so when the level was won.
fn new_rejection(pages: &Pages<'_>, read: &[PageControl]) -> Option<&'static str> {
    let rejects = |one: &PageControl| Some((one.rect, rejection(&one.reading.label)?));
    let mut said = read.iter().filter_map(rejects);
    let is_new = |rect: PixelRect| {
        pages.is_new(rect, Meaning::Unknown)
            && rejection(&reading_of(&pages.old.picture, rect).label).is_none()
    };
    said.find_map(|(rect, words)| is_new(rect).then_some(words))
}

/// The page as it was when the level was won, and as it is now, in pictures of the same size.
struct Pages<'a> {
    lattice: &'a Lattice,
    /// Whether the cells of the board are boxes, which look like buttons.
    has_boxes: bool,
    /// The last look at the solved board.
    solved: &'a RgbImage,
    old: &'a PageButtons<'a>,
    /// The last look before the last stroke.
    before_last: &'a RgbImage,
    frame: &'a Frame,
    now: PageButtons<'a>,
    /// How far down the board is now; `None` where it is not seen.
    moved: Option<i32>,
}

impl<'a> Pages<'a> {
    fn of(OldPage { done, page }: &'a OldPage<'_>, frame: &'a Frame) -> Self {
        let (solved, now) = (&done.frame.picture, &frame.picture);
        let lattice = done.task.lattice();
        Self {
            lattice,
            has_boxes: done.is_entered(),
            solved,
            old: page,
            before_last: &done.before_last.picture,
            frame,
            now: PageButtons::of(Cow::Borrowed(now)),
            moved: displacement(solved, now, lattice),
        }
    }

    /// Removes what was there before, pushed up or down.
    fn remove_pushed(&self, places: &mut Vec<PixelRect>) {
        remove_pushed(self.old, &self.frame.picture, places);
    }

    /// What has appeared since an earlier picture.
    fn appeared_since(&self, before: &RgbImage) -> Vec<PixelRect> {
        let moved = self.moved.unwrap_or_default();
        appeared(before, &self.now, self.lattice, moved)
    }

    /// Whether what means this was not there when the level was won. A slow look at the solved board may show already what has
    /// come over it: what leads on there is compared with the look before the last stroke, too.
    fn is_new(&self, rect: PixelRect, meaning: Meaning) -> bool {
        let moved = self.moved.unwrap_or_default();
        let is_new_since = |before: &RgbImage| is_new(before, &self.frame.picture, rect, moved);
        let is_lead_over_board = meaning.lead().is_some() && self.is_over_board(rect);
        let is_comparable = self.before_last.dimensions() == self.frame.picture.dimensions();
        is_new_since(&self.old.picture)
            || is_lead_over_board && is_comparable && is_new_since(self.before_last)
    }

    /// Whether what stood here, or was pushed here with the board, has faded since the level was won.
    fn has_faded(&self, rect: PixelRect) -> bool {
        let (old, now) = (&self.old.picture, &self.frame.picture);
        let mut moves = [0, self.moved.unwrap_or_default()].into_iter();
        moves.any(|moved| has_faded(old, now, rect, moved))
    }

    /// Whether the middle of something lies over the board.
    fn is_over_board(&self, rect: PixelRect) -> bool {
        self.lattice.bounds().contains(rect.centre())
    }

    /// Where something was found that has appeared.
    fn origin_of_new(&self, rect: PixelRect) -> Origin {
        let is_over_board = self.is_over_board(rect);
        match self.moved {
            Some(_) => Origin::Appeared { is_over_board },
            None => Origin::OverAll,
        }
    }
}

/// The controls that have appeared in the target, and whether there are others that may be an advertisement's.
fn new_controls(context: &Context<'_, '_>, pages: &Pages<'_>) -> (Vec<Control>, bool) {
    let mut places = pages.appeared_since(pages.solved);
    if places.is_empty()
        && let Cow::Owned(old) = &pages.old.picture
    {
        // What was written on a button may have changed with the last stroke.
        places = pages.appeared_since(old);
        places.retain(|one| !pages.old.buttons.contains(one));
    }
    pages.remove_pushed(&mut places);
    // A box may look otherwise once the board is solved.
    places.retain(|one| !pages.has_boxes || !is_in_cell(*one, pages.lattice));
    let all = places.len();
    let now = &pages.frame.picture;
    if let Some(moved) = pages.moved {
        places.retain(|&one| {
            !context.motion.is_restless(one)
                && (pages.is_over_board(one)
                    || was_background(&pages.old.picture, now, one, pages.lattice, moved))
        });
    }
    let has_others = places.len() < all;
    let controls = places.into_iter().map(|rect| {
        let meaning = reading_of(now, rect).meaning;
        control(
            context,
            pages.frame,
            rect,
            pages.origin_of_new(rect),
            meaning,
        )
    });
    (controls.collect(), has_others)
}

/// The controls that say what they do. Those that were there before the level was won, wherever they stood then, are
/// standing ones.
fn worded(context: &Context<'_, '_>, pages: &Pages<'_>, read: Vec<PageControl>) -> Vec<Control> {
    let mut controls = Vec::new();
    for (rect, meaning) in meanings(pages, read) {
        let mut places = vec![rect];
        pages.remove_pushed(&mut places);
        let said_it_before = reading_of(&pages.old.picture, rect).meaning == meaning;
        // Where nothing of the board is seen any more, all of the page may have another colour.
        let is_there_anew = !places.is_empty()
            && pages.is_new(rect, meaning)
            && (pages.moved.is_some() || !said_it_before);
        let origin = match is_there_anew {
            true => pages.origin_of_new(rect),
            false if pages.is_over_board(rect) => continue,
            // A veil over the page takes the clicks.
            false if pages.has_faded(rect) => continue,
            false if pages.moved.is_none() => Origin::Remaining,
            false => Origin::Standing,
        };
        // What said the same before the level was won is no advertisement, though the background may move behind it.
        if said_it_before || !context.motion.is_restless(rect) {
            controls.push(control(context, pages.frame, rect, origin, meaning));
        }
    }
    controls
}

/// Where something says what it does, and what that is.
fn meanings(pages: &Pages<'_>, read: Vec<PageControl>) -> Vec<(PixelRect, Meaning)> {
    let is_boxed = |rect: PixelRect| pages.now.is_in_button(rect.centre());
    let is_told = |one: &PageControl| !one.is_icon() || is_boxed(one.rect);
    let mut found: Vec<(PixelRect, Meaning)> = read
        .into_iter()
        .filter(|one| one.reading.meaning != Meaning::Unknown && is_told(one))
        .map(|one| (one.rect, one.reading.meaning))
        .collect();
    for &rect in &pages.now.buttons {
        let is_in_box = |one: &(PixelRect, Meaning)| PixelBox::from(rect).contains(one.0.centre());
        let parts = found.iter().filter(|one| is_in_box(one));
        let leads: Vec<bool> = parts.map(|one| one.1.lead().is_some()).collect();
        // A flat button with an outline alone may be read as a part of the bar that it stands on, and words and an icon in
        // one button as two controls. Where one part leads on and another does not, the box is a part of a dialog.
        let is_unread = leads.is_empty() && !pages.is_over_board(rect);
        let is_one = leads.len() > 1 && leads.iter().all(|leads_on| *leads_on == leads[0]);
        if is_unread || is_one {
            found.retain(|one| !is_in_box(one));
            found.push((rect, reading_of(&pages.frame.picture, rect).meaning));
        }
    }
    found.retain(|(_, meaning)| *meaning != Meaning::Unknown);
    found
}

/// The controls of a dialog.
fn in_dialog(
    context: &Context<'_, '_>,
    window: &WindowInfo,
    frame: &Frame,
    read: Vec<PageControl>,
) -> Vec<Control> {
    let origin = Origin::Dialog(window.id);
    let (mut worded, mut unknown): (Vec<_>, Vec<_>) = read
        .into_iter()
        .partition(|one| one.reading.meaning != Meaning::Unknown);
    unknown.retain(|one| one.is_button);
    // A star of a picture may look like a cross.
    worded.retain(|one| one.is_button || !one.is_icon());
    let is_worded = |rect: &PixelRect| {
        let mut rects = worded.iter().map(|one| PixelBox::from(one.rect));
        rects.any(|one| one.contains(rect.centre()))
    };
    // Words may touch the outline of their button, or another line around them: then it looks empty. And a button with two lines
    // around it, as one that has the focus, has no outline of its own.
    let boxes = empty_boxes(&frame.picture).into_iter();
    let boxes = boxes.chain(unknown.iter().map(|one| one.rect));
    let boxes = boxes.filter(|rect| f64::from(rect.width) < window.rect.width * MOST_OF_DIALOG);
    let page = PageButtons::of(Cow::Borrowed(&frame.picture));
    let boxes = boxes.filter(|rect| !page.is_in_button(rect.centre()));
    let mut others = page.buttons.clone();
    others.extend(boxes);
    let others = others.into_iter().filter(|rect| !is_worded(rect));
    let others: Vec<_> = others.map(|rect| (rect, Meaning::Unknown)).collect();
    let worded = worded.iter().map(|one| (one.rect, one.reading.meaning));
    worded
        .chain(others)
        .map(|(rect, meaning)| control(context, frame, rect, origin, meaning))
        .filter(|one| window.rect.contains(one.rect.centre()))
        .collect()
}

/// A control that a frame shows.
fn control(
    context: &Context<'_, '_>,
    frame: &Frame,
    rect: PixelRect,
    origin: Origin,
    meaning: Meaning,
) -> Control {
    let rect = frame.viewport.box_to_screen(rect.into());
    let (learned, target) = (&context.learned, context.observer.place());
    let is_standing = origin.was_there();
    let is_like = |known| is_known(known, rect, target, is_standing);
    Control {
        rect,
        origin,
        meaning,
        is_known: is_like(learned.control) || is_standing && is_like(learned.standing_control),
    }
}

/// Whether two pictures show the same around a place.
fn looks_alike(before: &RgbImage, now: &RgbImage, at: Pixel) -> bool {
    let around = |middle: f64| (middle - NEAR).max(0.0) as u32..=(middle + NEAR) as u32;
    let mut places = around(at.y).flat_map(|y| around(at.x).map(move |x| (x, y)));
    places.all(|(x, y)| {
        let both = before
            .get_pixel_checked(x, y)
            .zip(now.get_pixel_checked(x, y));
        both.is_none_or(|(before, now)| difference(before, now) <= NOISE)
    })
}
