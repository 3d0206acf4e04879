//! The live desktop, through xcap.
//!
//! The unit of a [`ScreenRect`] is the one that the pointer is moved in. On X11 and Windows that is the
//! physical pixel; on macOS the point, of which a Retina display has two pixels. xcap 0.9 does not
//! keep to that: on X11 it gives a *window's* place in pixels but divides a *monitor's* place and size by
//! `Xft.dpi / 96`, cutting off the fraction, while all its pictures are in pixels. So monitors are
//! measured here once, when the desktop is opened, by taking a picture of each.

use std::sync::Arc;

use image::{DynamicImage, RgbImage, RgbaImage, imageops};

use super::{MonitorInfo, Screen, ScreenError, WindowId, WindowInfo};
use crate::geometry::{Pixel, ScreenPoint, ScreenRect, Viewport};
use crate::pipeline::Frame;

/// Whether the pointer moves in points of the scaled desktop and not in physical pixels.
const POINTER_MOVES_IN_POINTS: bool = cfg!(target_os = "macos");

/// Whether xcap takes the corner and size of a region of a monitor in physical pixels.
const REGIONS_ARE_IN_PIXELS: bool = cfg!(target_os = "linux");

/// The live desktop.
pub(super) struct Desktop {
    monitors: Vec<Monitor>,
    /// As last listed: xcap finds a window only in its list of all.
    windows: Vec<xcap::Window>,
}

struct Monitor {
    handle: xcap::Monitor,
    info: MonitorInfo,
    /// Physical pixels per screen point.
    scale: f64,
    /// The largest region, from the top left, that xcap lets through its bounds check.
    allowed: (u32, u32),
}

impl Desktop {
    /// Opens the desktop and measures its monitors.
    pub(super) fn open() -> Result<Self, ScreenError> {
        let failed = failed("read the list of monitors");
        let handles = xcap::Monitor::all().map_err(failed)?;
        let mut corners = Vec::new();
        for handle in &handles {
            corners.push((handle.x().map_err(failed)?, handle.y().map_err(failed)?));
        }
        // From the left and top, so that each can lean on the edges of those before it.
        let mut order: Vec<usize> = (0..handles.len()).collect();
        order.sort_by_key(|&index| corners[index]);
        let mut edges = (Vec::new(), Vec::new());
        let mut rects = vec![ScreenRect::new(0.0, 0.0, 0.0, 0.0); handles.len()];
        for index in order {
            let rect = measure(&handles[index], &edges)?;
            edges.0.extend([rect.x, rect.x + rect.width]);
            edges.1.extend([rect.y, rect.y + rect.height]);
            rects[index] = rect;
        }
        let monitors = handles
            .into_iter()
            .zip(rects)
            .map(|(handle, rect)| Monitor::new(handle, rect))
            .collect::<Result<Vec<_>, _>>()?;
        if monitors.is_empty() {
            return Err(ScreenError::Failed {
                doing: "see the desktop",
                cause: "the display has no monitor".to_owned(),
            });
        }
        Ok(Self {
            monitors,
            windows: Vec::new(),
        })
    }

    fn list_windows(&mut self) -> Result<(), ScreenError> {
        let failed = failed("read the list of windows (is a window manager running?)");
        self.windows = xcap::Window::all().map_err(failed)?;
        Ok(())
    }
}

impl Screen for Desktop {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, ScreenError> {
        self.list_windows()?;
        // A window that closes while it is asked about is left out.
        Ok(self.windows.iter().filter_map(describe).collect())
    }

    fn monitors(&mut self) -> Result<Vec<MonitorInfo>, ScreenError> {
        Ok(self.monitors.iter().map(|one| one.info.clone()).collect())
    }

    fn place_of(&mut self, window: WindowId) -> Result<ScreenRect, ScreenError> {
        let is_it = |handle: &&xcap::Window| handle.id().ok() == Some(window.0);
        if !self.windows.iter().any(|handle| is_it(&handle)) {
            self.list_windows()?;
        }
        let name = || format!("window number {}", window.0);
        let closed = || ScreenError::Closed(name());
        let handle = self.windows.iter().find(is_it).ok_or_else(closed)?;
        match place(handle) {
            Ok(_) if is_minimised(handle) => Err(ScreenError::Minimised(name())),
            Ok(rect) => Ok(rect),
            Err(_) => {
                // Fails where the display itself is lost. A window manager lists a window for a moment
                // after it was destroyed: one that has no place on a display that answers is closed.
                self.list_windows()?;
                let listed = self.windows.iter().find(is_it);
                listed
                    .and_then(|handle| place(handle).ok())
                    .ok_or_else(closed)
            }
        }
    }

    /// No list tells which workspace a window is on; but on X11 what is not drawn cannot be taken a picture of, nor can
    /// what reaches beyond the desktop.
    fn is_drawn(&mut self, window: &WindowInfo) -> bool {
        let mut handles = self.windows.iter();
        let handle = handles.find(|handle| handle.id().ok() == Some(window.id.0));
        let is_whole =
            |monitor: &Monitor| monitor.info.rect.intersection(window.rect) == Some(window.rect);
        let can_be_taken = || handle.is_some_and(|handle| handle.capture_image().is_ok());
        !window.is_minimised && (!self.monitors.iter().any(is_whole) || can_be_taken())
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, ScreenError> {
        let is_it = |handle: &&xcap::Window| handle.id().ok() == Some(window.0);
        if !self.windows.iter().any(|handle| is_it(&handle)) {
            self.list_windows()?;
        }
        let handle = self.windows.iter().find(is_it);
        let focus = handle.map(xcap::Window::is_focused).transpose();
        Ok(focus.map_err(failed("ask which window has the focus"))? == Some(true))
    }

    fn grab(&mut self, part: ScreenRect) -> Result<Arc<Frame>, ScreenError> {
        let shown = |monitor: &Monitor| monitor.info.rect.intersection(part);
        let area = |rect: ScreenRect| rect.width * rect.height;
        let (monitor, visible) = self
            .monitors
            .iter()
            .filter_map(|monitor| Some((monitor, shown(monitor)?)))
            .max_by(|(_, a), (_, b)| area(*a).total_cmp(&area(*b)))
            .ok_or(ScreenError::Outside(part))?;
        monitor.grab(visible).map(Arc::new)
    }
}

impl Monitor {
    fn new(handle: xcap::Monitor, rect: ScreenRect) -> Result<Self, ScreenError> {
        let failed = failed("read the size of a monitor");
        let scale = if POINTER_MOVES_IN_POINTS {
            f64::from(handle.scale_factor().map_err(failed)?)
        } else {
            1.0
        };
        let allowed = if REGIONS_ARE_IN_PIXELS {
            (
                handle.width().map_err(failed)?,
                handle.height().map_err(failed)?,
            )
        } else {
            (0, 0)
        };
        let name = handle.name().unwrap_or_default();
        Ok(Self {
            info: MonitorInfo { name, rect },
            handle,
            scale,
            allowed,
        })
    }

    /// A picture of a part of this monitor: only that region if xcap allows it, else cut out of the whole.
    fn grab(&self, visible: ScreenRect) -> Result<Frame, ScreenError> {
        let failed = failed("take a picture of the screen");
        let viewport = Viewport {
            origin: ScreenPoint::new(self.info.rect.x, self.info.rect.y),
            scale: self.scale,
        };
        let size = |points: f64| (points * self.scale).round() as u32;
        let (width, height) = (size(self.info.rect.width), size(self.info.rect.height));
        let cut = viewport
            .rect_to_pixels(visible, width, height)
            .ok_or(ScreenError::Outside(visible))?;
        let is_allowed =
            cut.x + cut.width <= self.allowed.0 && cut.y + cut.height <= self.allowed.1;
        let picture = if is_allowed {
            let region = self
                .handle
                .capture_region(cut.x, cut.y, cut.width, cut.height);
            to_rgb(region.map_err(failed)?)
        } else {
            let whole = self.handle.capture_image().map_err(failed)?;
            to_rgb(imageops::crop_imm(&whole, cut.x, cut.y, cut.width, cut.height).to_image())
        };
        let corner = Pixel::new(f64::from(cut.x), f64::from(cut.y));
        Ok(Frame {
            picture,
            viewport: Viewport {
                origin: viewport.to_screen(corner),
                scale: self.scale,
            },
        })
    }
}

/// A monitor's rectangle in screen points, given the edges (x, y) of monitors measured before.
fn measure(
    monitor: &xcap::Monitor,
    edges: &(Vec<f64>, Vec<f64>),
) -> Result<ScreenRect, ScreenError> {
    let failed = failed("measure a monitor");
    let (x, y) = (monitor.x().map_err(failed)?, monitor.y().map_err(failed)?);
    let width = monitor.width().map_err(failed)?;
    let height = monitor.height().map_err(failed)?;
    let scale = f64::from(monitor.scale_factor().map_err(failed)?);
    if POINTER_MOVES_IN_POINTS || scale == 1.0 || !cfg!(target_os = "linux") {
        return Ok(ScreenRect::new(
            f64::from(x),
            f64::from(y),
            f64::from(width),
            f64::from(height),
        ));
    }
    let (width, height) = monitor.capture_image().map_err(failed)?.dimensions();
    Ok(ScreenRect::new(
        undivided(x, scale, &edges.0),
        undivided(y, scale, &edges.1),
        f64::from(width),
        f64::from(height),
    ))
}

/// The coordinate that xcap divided by `scale` and cut to `reported`. Several may have given it; one
/// that is an edge of another monitor is it, since monitors stand side by side.
fn undivided(reported: i32, scale: f64, edges: &[f64]) -> f64 {
    let first = (f64::from(reported) * scale).ceil();
    let gives_it = |at: f64| (at / scale).trunc() == f64::from(reported);
    let mut standing = edges.iter().copied().filter(|edge| gives_it(*edge));
    standing.next().unwrap_or(first)
}

fn describe(window: &xcap::Window) -> Option<WindowInfo> {
    Some(WindowInfo {
        id: WindowId(window.id().ok()?),
        title: window.title().ok()?,
        program: window.app_name().unwrap_or_default(),
        process: process(window),
        rect: place(window).ok()?,
        is_minimised: is_minimised(window),
    })
}

/// On X11 the upper bits of a window's number are those of the connection that opened it (X Window System Protocol,
/// "Connection Setup": resource-id-base), which each window has; not all tell the number of their process.
fn process(window: &xcap::Window) -> Option<u32> {
    const RESOURCES: u32 = 21;
    if cfg!(target_os = "linux") {
        window.id().ok().map(|id| id >> RESOURCES)
    } else {
        window.pid().ok().filter(|&process| process != 0)
    }
}

fn place(window: &xcap::Window) -> Result<ScreenRect, xcap::XCapError> {
    Ok(ScreenRect::new(
        f64::from(window.x()?),
        f64::from(window.y()?),
        f64::from(window.width()?),
        f64::from(window.height()?),
    ))
}

/// A window manager that knows nothing of minimising cannot be asked: then nothing is minimised.
fn is_minimised(window: &xcap::Window) -> bool {
    window.is_minimized().unwrap_or(false)
}

fn to_rgb(picture: RgbaImage) -> RgbImage {
    DynamicImage::ImageRgba8(picture).into_rgb8()
}

fn failed<E: std::fmt::Display>(doing: &'static str) -> impl Fn(E) -> ScreenError + Copy {
    move |cause| ScreenError::Failed {
        doing,
        cause: cause.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_monitor_at_the_origin_or_at_an_edge_is_placed_exactly() {
        assert_eq!(undivided(0, 1.25, &[]), 0.0);
        assert_eq!(undivided(0, 2.0, &[]), 0.0);
        // 1366 / 1.25 = 1092.8 and 1365 / 1.25 = 1092 are both reported as 1092.
        assert_eq!(undivided(1092, 1.25, &[0.0, 1366.0]), 1366.0);
        assert_eq!(undivided(1536, 1.25, &[0.0, 1920.0]), 1920.0);
        assert_eq!(undivided(683, 2.0, &[0.0, 1366.0]), 1366.0);
    }

    #[test]
    fn a_monitor_that_stands_alone_is_placed_within_a_point() {
        for (truth, scale) in [(1367, 1.25), (2001, 2.0), (999, 1.5)] {
            let reported = (f64::from(truth) / scale).trunc() as i32;
            let off = undivided(reported, scale, &[]) - f64::from(truth);
            assert!(off.abs() <= 1.0, "{truth} at scale {scale} is off by {off}");
        }
    }
}
