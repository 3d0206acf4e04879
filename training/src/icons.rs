//! Icons drawn from lines and areas: arrows, triangles, circle arrows, crosses, houses, bars and others, in many styles.
//!
//! An icon is drawn in a square from (-1, -1), left and above, to (1, 1).

use std::f64::consts::{PI, TAU};

use flowbot::detect::page::text::alphabet::{
    CIRCLE, CROSS, HOUSE, LEFT, MENU, OTHER_ICON, RIGHT, SHARE, Symbol,
};
use flowbot::random::Random;

type Point = (f64, f64);

/// A part of an icon.
#[derive(Clone)]
enum Part {
    /// A line through points, so wide.
    Line(Vec<Point>, f64),
    /// What lies within corners.
    Area(Vec<Point>),
}

/// An icon and what it is.
#[derive(Clone)]
pub struct Icon {
    /// Its class.
    pub symbol: Symbol,
    parts: Vec<Part>,
    /// How many times as wide as high.
    pub aspect: f64,
}

impl Icon {
    /// Any icon: each class as often as the others, what is no class twice as often.
    pub fn any(random: &mut Random) -> Self {
        let symbol = *random.pick(&[
            RIGHT, RIGHT, LEFT, CIRCLE, HOUSE, CROSS, MENU, SHARE, OTHER_ICON, OTHER_ICON,
        ]);
        let width = random.real(0.12..0.45);
        let mut parts = match symbol {
            RIGHT => pointing(width, random),
            LEFT => mirrored(pointing(width, random)),
            CIRCLE => turning(width, random),
            HOUSE => house(width, random),
            CROSS => cross(width, random),
            MENU => bars(random),
            SHARE => shared(width, random),
            _ => other(width, random),
        };
        // In a circle or a square, as on a button within a button.
        if matches!(symbol, RIGHT | LEFT | CROSS) && random.chance(0.15) {
            parts = scaled(parts, random.real(0.4..0.6));
            parts.push(if random.chance(0.7) {
                Part::Line(arc(0.92, 0.0, TAU), 0.12)
            } else {
                let corners = [
                    (-0.9, -0.9),
                    (0.9, -0.9),
                    (0.9, 0.9),
                    (-0.9, 0.9),
                    (-0.9, -0.9),
                ];
                Part::Line(corners.into(), 0.12)
            });
        }
        let aspect = if random.chance(0.3) {
            random.real(0.75..1.3)
        } else {
            1.0
        };
        Self {
            symbol,
            parts,
            aspect,
        }
    }

    /// Whether a point is covered.
    pub fn covers(&self, point: Point) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Line(points, width) => points
                .windows(2)
                .any(|ends| distance(point, ends[0], ends[1]) <= width / 2.0),
            Part::Area(corners) => is_within(point, corners),
        })
    }
}

/// An arrow, a triangle or a chevron that points to the right, or two of them.
fn pointing(width: f64, random: &mut Random) -> Vec<Part> {
    let high = random.real(0.5..0.95);
    let chevron = |tip: f64, deep: f64| vec![(tip - deep, -high), (tip, 0.0), (tip - deep, high)];
    let triangle = |left: f64, right: f64| vec![(left, -high), (right, 0.0), (left, high)];
    let deep = high * random.real(0.6..1.1);
    match random.below(9) {
        0 | 1 => {
            let tip = random.real(0.8..0.95);
            vec![
                Part::Line(vec![(-0.95, 0.0), (tip, 0.0)], width),
                Part::Line(chevron(tip, deep), width),
            ]
        }
        2 => {
            let neck = random.real(-0.1..0.5);
            let thick = high * random.real(0.2..0.6);
            let corners = [
                (-0.95, -thick),
                (neck, -thick),
                (neck, -high),
                (0.95, 0.0),
                (neck, high),
                (neck, thick),
                (-0.95, thick),
            ];
            vec![Part::Area(corners.into())]
        }
        3 | 4 => {
            let corners = triangle(-high * 0.8, high * random.real(0.6..1.0));
            let mut parts = vec![Part::Area(corners.clone())];
            if random.chance(0.5) {
                // Round corners.
                parts.push(closed(corners, random.real(0.05..0.3)));
            }
            parts
        }
        5 => vec![closed(triangle(-high * 0.7, high * 0.9), width.min(0.25))],
        6 => vec![Part::Line(chevron(deep / 2.0, deep), width)],
        7 => {
            let apart = width * 1.2 + random.real(0.15..0.4);
            let tips = [deep / 2.0 - apart / 2.0, deep / 2.0 + apart / 2.0];
            tips.map(|tip| Part::Line(chevron(tip, deep), width)).into()
        }
        _ => {
            let mut parts = vec![Part::Area(triangle(-0.85, 0.1))];
            parts.push(if random.chance(0.5) {
                Part::Area(triangle(0.0, 0.95))
            } else {
                Part::Line(vec![(0.4, -high), (0.4, high)], width.min(0.3))
            });
            parts
        }
    }
}

/// An arrow that turns, or two that follow each other.
fn turning(width: f64, random: &mut Random) -> Vec<Part> {
    let width = width.min(0.32);
    let head = random.real(0.35..0.55) + width / 2.0;
    let is_filled = random.chance(0.6);
    let radius = random.real(0.6..0.75);
    let start = random.real(0.0..TAU);
    let mut parts = Vec::new();
    let count = if random.chance(0.3) { 2 } else { 1 };
    let span = if count == 2 {
        random.real(0.6 * PI..0.85 * PI)
    } else {
        random.real(1.3 * PI..1.8 * PI)
    };
    for turn in 0..count {
        let from = start + PI * f64::from(turn);
        let end = from + span;
        parts.push(Part::Line(arc(radius, from, end), width));
        let at = (radius * end.cos(), radius * end.sin());
        let along = |distance: f64, outward: f64| {
            let (u, v) = (-end.sin(), end.cos());
            let (x, y) = (end.cos(), end.sin());
            (
                at.0 + u * distance + x * outward,
                at.1 + v * distance + y * outward,
            )
        };
        let (tip, wings) = (
            along(head * 0.8, 0.0),
            [head, -head].map(|out| along(0.0, out * 0.8)),
        );
        parts.push(if is_filled {
            Part::Area(vec![wings[0], tip, wings[1]])
        } else {
            Part::Line(
                vec![
                    along(-head, head * 0.3),
                    along(0.0, 0.0),
                    along(-head * 0.3, -head),
                ],
                width,
            )
        });
    }
    if random.chance(0.5) {
        parts = mirrored(parts);
    }
    parts
}

fn house(width: f64, random: &mut Random) -> Vec<Part> {
    let (eaves, wall) = (random.real(-0.1..0.2), random.real(0.55..0.8));
    let roof = vec![(-0.95, eaves), (0.0, -0.9), (0.95, eaves)];
    let body = vec![
        (-wall, eaves - 0.1),
        (-wall, 0.9),
        (wall, 0.9),
        (wall, eaves - 0.1),
    ];
    if random.chance(0.5) {
        let width = width.min(0.25);
        let mut parts = vec![Part::Line(roof, width), Part::Line(body, width)];
        if random.chance(0.5) {
            parts.push(Part::Line(
                vec![(-0.2, 0.9), (-0.2, 0.3), (0.2, 0.3), (0.2, 0.9)],
                width * 0.8,
            ));
        }
        return parts;
    }
    let door = random.real(0.15..0.3);
    let side = |sign: f64| {
        let corners = [
            (sign * door, eaves - 0.1),
            (sign * wall, eaves - 0.1),
            (sign * wall, 0.9),
            (sign * door, 0.9),
        ];
        Part::Area(corners.into())
    };
    let lintel = [
        (-wall, eaves - 0.15),
        (wall, eaves - 0.15),
        (wall, 0.3),
        (-wall, 0.3),
    ];
    vec![
        Part::Area(roof),
        side(-1.0),
        side(1.0),
        Part::Area(lintel.into()),
    ]
}

fn cross(width: f64, random: &mut Random) -> Vec<Part> {
    let reach = random.real(0.6..0.85);
    vec![
        Part::Line(vec![(-reach, -reach), (reach, reach)], width),
        Part::Line(vec![(-reach, reach), (reach, -reach)], width),
    ]
}

/// Three bars, one above the other.
fn bars(random: &mut Random) -> Vec<Part> {
    let (high, reach) = (random.real(0.5..0.7), random.real(0.7..0.95));
    let width = random.real(0.12..high * 0.6);
    let is_list = random.chance(0.15);
    let bar = |y: f64| {
        let left = if is_list { -reach * 0.4 } else { -reach };
        let mut parts = vec![Part::Line(vec![(left, y), (reach, y)], width)];
        if is_list {
            parts.push(Part::Line(vec![(-reach, y), (-reach, y)], width * 1.2));
        }
        parts
    };
    [-high, 0.0, high].into_iter().flat_map(bar).collect()
}

/// Three discs with lines between them, or an arrow that leaves a box upwards.
fn shared(width: f64, random: &mut Random) -> Vec<Part> {
    if random.chance(0.6) {
        let size = random.real(0.4..0.65);
        let (one, ends) = ((-0.6, 0.0), [(0.6, -0.65), (0.6, 0.65)]);
        let mut parts: Vec<Part> = ends
            .map(|end| Part::Line(vec![one, end], width.min(0.25)))
            .into();
        parts.extend([one, ends[0], ends[1]].map(|at| Part::Line(vec![at, at], size)));
        return parts;
    }
    let width = width.min(0.22);
    vec![
        Part::Line(
            vec![
                (-0.3, -0.3),
                (-0.75, -0.3),
                (-0.75, 0.9),
                (0.75, 0.9),
                (0.75, -0.3),
                (0.3, -0.3),
            ],
            width,
        ),
        Part::Line(vec![(0.0, 0.4), (0.0, -0.9)], width),
        Part::Line(vec![(-0.35, -0.55), (0.0, -0.9), (0.35, -0.55)], width),
    ]
}

/// What looks a little like one of the others, and what looks like none.
fn other(width: f64, random: &mut Random) -> Vec<Part> {
    let thin = width.min(0.25);
    match random.below(14) {
        // An arrow upwards or downwards, straight or slanting.
        0 | 1 => {
            let angle = *random.pick(&[-0.5, 0.5, -0.25, 0.25]) * PI;
            turned(pointing(width, random), angle)
        }
        // An arrow that leaves a box: log out.
        2 => {
            let mut parts = moved(scaled(pointing(width, random), 0.6), 0.35);
            parts.push(Part::Line(
                vec![(0.0, -0.9), (-0.85, -0.9), (-0.85, 0.9), (0.0, 0.9)],
                thin,
            ));
            parts
        }
        // Arrows to both sides.
        3 => {
            let mut parts = moved(scaled(pointing(width, random), 0.5), 0.45);
            parts.extend(mirrored(parts.clone()));
            parts
        }
        // A plus, a minus, a check mark.
        4 => vec![
            Part::Line(vec![(-0.85, 0.0), (0.85, 0.0)], width),
            Part::Line(vec![(0.0, -0.85), (0.0, 0.85)], width),
        ],
        5 => vec![Part::Line(vec![(-0.85, 0.0), (0.85, 0.0)], width)],
        6 => vec![Part::Line(
            vec![(-0.8, 0.1), (-0.25, 0.65), (0.85, -0.55)],
            width,
        )],
        // A pause sign, a stop sign.
        7 => [-0.4, 0.4]
            .map(|x| Part::Line(vec![(x, -0.7), (x, 0.7)], width))
            .into(),
        8 => vec![Part::Area(vec![
            (-0.8, -0.8),
            (0.8, -0.8),
            (0.8, 0.8),
            (-0.8, 0.8),
        ])],
        // A disc, a ring, a part of a ring.
        9 => vec![Part::Line(vec![(0.0, 0.0); 2], random.real(1.0..1.9))],
        10 => vec![Part::Line(arc(0.75, 0.0, TAU), width)],
        11 => {
            let from = random.real(0.0..TAU);
            vec![Part::Line(
                arc(0.75, from, from + random.real(0.5..5.0)),
                thin,
            )]
        }
        // A star, or a polygon with any corners.
        12 => {
            let corners = random.whole(4..8);
            let inner = random.real(0.35..0.8);
            let corner = |at: usize| {
                let radius = if at.is_multiple_of(2) { 0.95 } else { inner };
                let angle = at as f64 * PI / corners as f64 - PI / 2.0;
                (radius * angle.cos(), radius * angle.sin())
            };
            vec![Part::Area((0..2 * corners).map(corner).collect())]
        }
        _ => {
            let count = random.whole(3..7);
            let mut point = |_| (random.real(-0.95..0.95), random.real(-0.95..0.95));
            let points: Vec<Point> = (0..count).map(&mut point).collect();
            if random.chance(0.4) {
                vec![Part::Area(points)]
            } else {
                vec![Part::Line(points, thin)]
            }
        }
    }
}

fn closed(mut corners: Vec<Point>, width: f64) -> Part {
    corners.push(corners[0]);
    Part::Line(corners, width)
}

/// A part of a circle, from one angle to another.
fn arc(radius: f64, from: f64, to: f64) -> Vec<Point> {
    const STEPS: usize = 24;
    let point = |step: usize| {
        let angle = from + (to - from) * step as f64 / STEPS as f64;
        (radius * angle.cos(), radius * angle.sin())
    };
    (0..=STEPS).map(point).collect()
}

/// The same parts at other points, with lines so many times as wide.
fn mapped(parts: Vec<Part>, wider: f64, map: impl Fn(Point) -> Point) -> Vec<Part> {
    let all = |points: Vec<Point>| points.into_iter().map(&map).collect();
    let part = |part| match part {
        Part::Line(points, width) => Part::Line(all(points), width * wider),
        Part::Area(corners) => Part::Area(all(corners)),
    };
    parts.into_iter().map(part).collect()
}

fn mirrored(parts: Vec<Part>) -> Vec<Part> {
    mapped(parts, 1.0, |(x, y)| (-x, y))
}

fn scaled(parts: Vec<Part>, scale: f64) -> Vec<Part> {
    mapped(parts, scale, |(x, y)| (x * scale, y * scale))
}

fn moved(parts: Vec<Part>, aside: f64) -> Vec<Part> {
    mapped(parts, 1.0, |(x, y)| (x + aside, y))
}

fn turned(parts: Vec<Part>, angle: f64) -> Vec<Part> {
    let (sine, cosine) = angle.sin_cos();
    mapped(parts, 1.0, |(x, y)| {
        (x * cosine - y * sine, x * sine + y * cosine)
    })
}

/// How far a point is from a line between two others.
fn distance(point: Point, from: Point, to: Point) -> f64 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x * x + y * y;
    let share = if length > 0.0 {
        (((point.0 - from.0) * x + (point.1 - from.1) * y) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point.0 - from.0 - x * share).hypot(point.1 - from.1 - y * share)
}

/// Whether a point lies within corners: a ray to the right crosses an odd number of sides.
fn is_within(point: Point, corners: &[Point]) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let is_crossed = |(a, b): &(&Point, &Point)| {
        (a.1 > point.1) != (b.1 > point.1)
            && point.0 < (b.0 - a.0) * (point.1 - a.1) / (b.1 - a.1) + a.0
    };
    sides.filter(is_crossed).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_of_all_classes_cover_a_part_of_their_square() {
        let mut random = Random::new(4);
        for _ in 0..500 {
            let icon = Icon::any(&mut random);
            let side = || (-9..=9).map(|at| f64::from(at) / 10.0);
            let points = side().flat_map(|y| side().map(move |x| (x, y)));
            let covered = points.filter(|point| icon.covers(*point)).count();
            assert!((3..340).contains(&covered), "{}: {covered}", icon.symbol);
        }
    }
}
