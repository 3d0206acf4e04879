//! Looks for what may be clicked for the next level.

use image::RgbImage;

use super::control::{Control, Found, Origin, choose, is_known};
use crate::capture::WindowInfo;
use crate::detect::page::background::was_background;
use crate::detect::page::buttons::{appeared, buttons, remove_pushed};
use crate::detect::page::controls::{page_controls, reading_of};
use crate::detect::page::displacement::displacement;
use crate::detect::page::likeness::difference;
use crate::detect::page::meaning::Meaning;
use crate::detect::page::template::only_place;
use crate::geometry::{Lattice, Pixel, PixelBox, PixelRect, ScreenPoint, ScreenRect};
use crate::pipeline::Frame;
use crate::play::context::Context;
use crate::play::error::PlayError;
use crate::play::observer::LevelState;
use crate::play::options::Next;

/// What lies so many pixels around a place that the user named is looked at: less than half of the smallest button.
const NEAR: f64 = 6.0;

/// The noise of a video moves the three channels of a pixel no further than this, summed.
const NOISE: u32 = 72;

/// What is to be clicked for the next level, as a frame shows it after a level was won.
///
/// # Errors
/// Whatever stops the observer.
pub(super) fn search(
    context: &mut Context<'_, '_>,
    done: &LevelState,
    frame: &Frame,
) -> Result<Found, PlayError> {
    match &context.options.next {
        Some(Next::LooksLike(template)) => {
            let place = only_place(&frame.picture, template);
            Ok(place.map_or(Found::Nothing, |place| {
                let at = frame.viewport.to_screen(place.centre());
                Found::One(Control::named(at, Origin::Named))
            }))
        }
        Some(Next::At(place)) => Ok(named_place(context, done, frame, *place)),
        None => found(context, done, frame),
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
        Origin::Awaited { is_over_board }
    } else {
        Origin::Named
    };
    Found::One(Control::named(place, origin))
}

/// What is found without the user's help.
fn found(
    context: &mut Context<'_, '_>,
    done: &LevelState,
    frame: &Frame,
) -> Result<Found, PlayError> {
    let mut controls = in_dialogs(context)?;
    let (before, now) = (&done.frame.picture, &frame.picture);
    let mut has_advert = false;
    if before.dimensions() == now.dimensions() {
        let (new, has_others) = new_controls(context, done, frame);
        has_advert = has_others;
        controls.extend(new);
        controls.extend(standing(context, done, frame));
    }
    Ok(match choose(&controls) {
        Found::Nothing if has_advert => Found::Advert,
        found => found,
    })
}

/// The controls that have appeared in the target, and whether there are others that may be an advertisement's.
fn new_controls(
    context: &Context<'_, '_>,
    done: &LevelState,
    frame: &Frame,
) -> (Vec<Control>, bool) {
    let (before, now) = (&done.frame.picture, &frame.picture);
    let lattice = done.task.lattice();
    let moved = displacement(before, now, lattice);
    let page = done.solved_in_old_page();
    let mut places = appeared(before, now, lattice, moved.unwrap_or_default());
    if places.is_empty()
        && let Some(page) = &page
    {
        // The game has known at once that it is solved. What was written on a button may have changed with the last stroke.
        places = appeared(page, now, lattice, moved.unwrap_or_default());
        let old = buttons(page);
        places.retain(|one| !old.contains(one));
    }
    let page = page.as_ref().unwrap_or(before);
    remove_pushed(page, now, &mut places);
    let all = places.len();
    if let Some(moved) = moved {
        places.retain(|&one| {
            !context.motion.is_restless(one)
                && (is_over(lattice, one) || was_background(page, now, one, lattice, moved))
        });
    }
    let has_others = places.len() < all;
    let controls = places.into_iter().map(|rect| {
        let origin = match moved {
            Some(_) => Origin::Appeared {
                is_over_board: is_over(lattice, rect),
            },
            None => Origin::OverAll,
        };
        control(context, frame, rect, origin, reading_of(now, rect).meaning)
    });
    (controls.collect(), has_others)
}

/// The controls that say what they do, and were there before the level was won, wherever they stood then.
fn standing(context: &Context<'_, '_>, done: &LevelState, frame: &Frame) -> Vec<Control> {
    let lattice = done.task.lattice();
    let page = page_controls(&frame.picture, Some(lattice));
    let beside = page.into_iter().filter(|one| {
        let is_known = one.reading.meaning != Meaning::Unknown;
        is_known && !is_over(lattice, one.rect) && !context.motion.is_restless(one.rect)
    });
    let controls = beside.map(|one| {
        let meaning = one.reading.meaning;
        control(context, frame, one.rect, Origin::Standing, meaning)
    });
    controls.collect()
}

/// The controls of windows that the program has opened over the target since the run began.
fn in_dialogs(context: &mut Context<'_, '_>) -> Result<Vec<Control>, PlayError> {
    let target = context.observer.place();
    let mut controls = Vec::new();
    for window in context.observer.sibling_windows()? {
        let is_new = !context.windows.contains(&window.id);
        if is_new && window.rect.intersection(target).is_some() {
            let frame = context.observer.look_at(&window)?;
            controls.extend(in_dialog(context, &window, &frame));
        }
    }
    Ok(controls)
}

fn in_dialog(context: &Context<'_, '_>, window: &WindowInfo, frame: &Frame) -> Vec<Control> {
    let origin = Origin::Dialog(window.id);
    let mut worded = page_controls(&frame.picture, None);
    worded.retain(|one| one.reading.meaning != Meaning::Unknown);
    let is_worded = |rect: &PixelRect| {
        let mut rects = worded.iter().map(|one| PixelBox::from(one.rect));
        rects.any(|one| one.contains(rect.centre()))
    };
    let others = buttons(&frame.picture);
    let others = others.into_iter().filter(|rect| !is_worded(rect));
    let others: Vec<_> = others.map(|rect| (rect, Meaning::Unknown)).collect();
    let worded = worded.iter().map(|one| (one.rect, one.reading.meaning));
    worded
        .chain(others)
        .map(|(rect, meaning)| control(context, frame, rect, origin, meaning))
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
    let known = context.learned.control;
    let is_standing = origin == Origin::Standing;
    Control {
        rect,
        origin,
        meaning,
        is_known: is_known(known, rect, context.observer.place(), is_standing),
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

/// Whether the middle of something lies over the board.
fn is_over(lattice: &Lattice, rect: PixelRect) -> bool {
    lattice.bounds().contains(rect.centre())
}
