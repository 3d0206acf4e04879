//! Digits as people write them: strokes of a pen through points that are never quite where they should be.

use flowbot::random::Random;

/// A curve through points of the unit square, x to the right and y down.
type Stroke = &'static [[f64; 2]];
/// The strokes of one way to write a digit. They meet in points that they share.
type Form = &'static [Stroke];

/// The ways to write the digits 1 to 9.
const DIGITS: [&[Form]; 9] = [
    &[
        &[&[[0.5, 0.0], [0.5, 0.5], [0.5, 1.0]]],
        &[&[[0.2, 0.25], [0.55, 0.0]], &[[0.55, 0.0], [0.55, 1.0]]],
        &[
            &[[0.2, 0.25], [0.55, 0.0]],
            &[[0.55, 0.0], [0.55, 1.0]],
            &[[0.2, 1.0], [0.55, 1.0], [0.9, 1.0]],
        ],
    ],
    &[
        &[
            &[
                [0.1, 0.2],
                [0.4, 0.0],
                [0.8, 0.15],
                [0.75, 0.45],
                [0.4, 0.75],
                [0.05, 1.0],
            ],
            &[[0.05, 1.0], [0.5, 0.97], [0.95, 1.0]],
        ],
        &[&[
            [0.1, 0.2],
            [0.45, 0.0],
            [0.8, 0.2],
            [0.65, 0.6],
            [0.25, 0.95],
            [0.05, 0.9],
            [0.2, 0.75],
            [0.55, 0.95],
            [0.95, 0.9],
        ]],
    ],
    &[
        &[
            &[
                [0.1, 0.12],
                [0.5, 0.0],
                [0.85, 0.2],
                [0.6, 0.43],
                [0.35, 0.47],
            ],
            &[
                [0.35, 0.47],
                [0.7, 0.5],
                [0.9, 0.72],
                [0.6, 0.98],
                [0.05, 0.9],
            ],
        ],
        &[
            &[[0.1, 0.0], [0.85, 0.0]],
            &[[0.85, 0.0], [0.4, 0.4]],
            &[
                [0.4, 0.4],
                [0.8, 0.5],
                [0.9, 0.75],
                [0.55, 1.0],
                [0.05, 0.88],
            ],
        ],
    ],
    &[
        &[
            &[[0.3, 0.0], [0.2, 0.3], [0.05, 0.6]],
            &[[0.05, 0.6], [0.95, 0.6]],
            &[[0.65, 0.25], [0.65, 1.0]],
        ],
        &[
            &[[0.25, 0.0], [0.15, 0.3], [0.05, 0.55]],
            &[[0.05, 0.55], [0.95, 0.5]],
            &[[0.75, 0.0], [0.6, 1.0]],
        ],
        &[
            &[[0.7, 0.0], [0.05, 0.65]],
            &[[0.05, 0.65], [0.95, 0.65]],
            &[[0.7, 0.0], [0.7, 1.0]],
        ],
        &[
            &[[0.1, 0.0], [0.1, 0.4], [0.4, 0.55], [0.8, 0.45]],
            &[[0.85, 0.0], [0.75, 1.0]],
        ],
    ],
    &[
        &[
            &[[0.85, 0.0], [0.2, 0.03]],
            &[[0.2, 0.03], [0.15, 0.42]],
            &[
                [0.15, 0.42],
                [0.55, 0.35],
                [0.9, 0.6],
                [0.7, 0.92],
                [0.3, 1.0],
                [0.05, 0.9],
            ],
        ],
        &[&[
            [0.85, 0.02],
            [0.4, 0.05],
            [0.2, 0.25],
            [0.45, 0.42],
            [0.8, 0.6],
            [0.7, 0.92],
            [0.1, 0.95],
        ]],
    ],
    &[&[&[
        [0.75, 0.0],
        [0.35, 0.25],
        [0.1, 0.65],
        [0.35, 1.0],
        [0.8, 0.85],
        [0.7, 0.55],
        [0.35, 0.55],
        [0.12, 0.75],
    ]]],
    &[
        &[
            &[[0.05, 0.0], [0.9, 0.0]],
            &[[0.9, 0.0], [0.5, 0.5], [0.3, 1.0]],
        ],
        &[
            &[[0.05, 0.0], [0.9, 0.0]],
            &[[0.9, 0.0], [0.5, 0.5], [0.3, 1.0]],
            &[[0.2, 0.5], [0.8, 0.5]],
        ],
        &[
            &[[0.05, 0.2], [0.08, 0.0]],
            &[[0.08, 0.0], [0.9, 0.0]],
            &[[0.9, 0.0], [0.5, 0.5], [0.35, 1.0]],
        ],
    ],
    &[
        &[&[
            [0.7, 0.1],
            [0.35, 0.02],
            [0.15, 0.22],
            [0.5, 0.45],
            [0.85, 0.7],
            [0.5, 1.0],
            [0.12, 0.75],
            [0.5, 0.48],
            [0.85, 0.2],
            [0.65, 0.05],
        ]],
        &[
            &[
                [0.5, 0.0],
                [0.2, 0.22],
                [0.5, 0.45],
                [0.8, 0.22],
                [0.5, 0.0],
            ],
            &[
                [0.5, 0.45],
                [0.1, 0.72],
                [0.5, 1.0],
                [0.9, 0.72],
                [0.5, 0.45],
            ],
        ],
    ],
    &[
        &[
            &[
                [0.85, 0.25],
                [0.5, 0.0],
                [0.15, 0.25],
                [0.4, 0.5],
                [0.85, 0.25],
            ],
            &[[0.85, 0.25], [0.8, 0.6], [0.7, 1.0]],
        ],
        &[&[
            [0.85, 0.2],
            [0.5, 0.0],
            [0.15, 0.25],
            [0.45, 0.5],
            [0.82, 0.3],
            [0.85, 0.7],
            [0.5, 1.0],
            [0.15, 0.9],
        ]],
    ],
];

/// What people write into boxes that is no digit: a cross, a tick, a ring.
const OTHERS: [Form; 3] = [
    &[&[[0.05, 0.0], [0.95, 1.0]], &[[0.95, 0.0], [0.05, 1.0]]],
    &[&[[0.0, 0.6], [0.35, 1.0]], &[[0.35, 1.0], [1.0, 0.0]]],
    &[&[[0.5, 0.0], [0.1, 0.5], [0.5, 1.0], [0.9, 0.5], [0.5, 0.0]]],
];

/// Lines that a pen draws from point to point, in pixels, and half its width.
pub struct Writing {
    pub lines: Vec<[[f64; 2]; 2]>,
    pub pen: f64,
    pub width: f64,
    pub height: f64,
}

/// A digit from 1 to 9 as somebody may write it, or something else.
pub fn written(digit: Option<usize>, random: &mut Random) -> Writing {
    let form = match digit {
        Some(digit) => *random.pick(DIGITS[digit - 1]),
        None => *random.pick(&OTHERS),
    };
    let height = random.real(14.0..60.0);
    let width = height * random.real(0.4..0.95);
    let pen = (height * random.real(0.02..0.07)).max(0.6);
    let bent = bend(random);
    let place = |[x, y]: [f64; 2]| {
        let [x, y] = bent([x, y]);
        [x * width, y * height]
    };
    let curves = form.iter().map(|stroke| curve(stroke));
    let lines = curves.flat_map(|points| {
        let pairs = points.windows(2).map(|two| [place(two[0]), place(two[1])]);
        pairs.collect::<Vec<_>>()
    });
    Writing {
        lines: lines.collect(),
        pen,
        width,
        height,
    }
}

/// Moves points of the unit square as no hand writes twice alike: near ones about alike, so that strokes still meet.
fn bend(random: &mut Random) -> impl Fn([f64; 2]) -> [f64; 2] {
    const WAVES: usize = 3;
    const SPREAD: f64 = 0.06;
    let waves: Vec<[f64; 5]> = (0..WAVES)
        .map(|_| {
            let [across, down] = [0, 1].map(|_| random.real(-5.0..5.0));
            let phase = random.real(0.0..std::f64::consts::TAU);
            [
                across,
                down,
                phase,
                random.normal() * SPREAD,
                random.normal() * SPREAD,
            ]
        })
        .collect();
    move |[x, y]| {
        waves
            .iter()
            .fold([x, y], |[to_x, to_y], [across, down, phase, a, b]| {
                let wave = (across * x + down * y + phase).sin();
                [to_x + a * wave, to_y + b * wave]
            })
    }
}

/// Points along a curve through these (Catmull and Rom, 1974).
fn curve(through: &[[f64; 2]]) -> Vec<[f64; 2]> {
    const STEPS: usize = 6;
    let last = through.len() - 1;
    let at = |index: usize| through[index.clamp(1, last + 1) - 1];
    let mut points = vec![through[0]];
    for part in 1..=last {
        let around = [part - 1, part, part + 1, part + 2].map(at);
        points.extend((1..=STEPS).map(|step| {
            let t = step as f64 / STEPS as f64;
            [0, 1].map(|axis| {
                let [a, b, c, d] = around.map(|point| point[axis]);
                let slope = (c - a) * t;
                let bend = (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t;
                let twist = (3.0 * (b - c) + d - a) * t * t * t;
                b + (slope + bend + twist) / 2.0
            })
        }));
    }
    points
}
