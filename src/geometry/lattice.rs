//! Cell to pixel and back.

use std::sync::Arc;

use super::{Cell, HEX_COLUMN, Pixel, PixelBox, Places, Projection, Tiling};

/// How the columns of a lattice stand to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stagger {
    /// Square cells in straight rows.
    #[default]
    None,
    /// Hexagons with flat tops: odd columns stand half a cell higher.
    OddColumnsUp,
}

/// Where the cells of a board lie in a picture.
///
/// ```text
///   (col, row)   ──projection──▶   pixel of the cell's centre
///   (0, 0) is the centre of the top left cell; (-0.5, -0.5) is the board's top left corner
/// ```
///
/// Cells on no lattice are one row; they lie where their [`Places`] say, and lengths in cells are those of each cell's own size.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    rows: u16,
    cols: u16,
    stagger: Stagger,
    /// Where cells on no lattice lie; the projection maps these places to pixels.
    places: Option<Arc<Places>>,
    projection: Projection,
}

impl Lattice {
    /// An upright lattice: the centre of its first cell, and the pitch, along x and along y, in pixels.
    pub fn upright(rows: u16, cols: u16, [x0, y0]: [f64; 2], [dx, dy]: [f64; 2]) -> Self {
        Self::projective(rows, cols, Projection::axis_aligned(x0, y0, dx, dy))
    }

    /// A lattice in perspective: `projection` maps (col, row) to the pixel of the cell's centre.
    pub fn projective(rows: u16, cols: u16, projection: Projection) -> Self {
        Self {
            rows,
            cols,
            stagger: Stagger::None,
            places: None,
            projection,
        }
    }

    /// Cells on no lattice.
    pub fn of_places(places: Places) -> Self {
        Self {
            places: Some(Arc::new(places.clone())),
            ..Self::projective(1, places.cells.len() as u16, Projection::IDENTITY)
        }
    }

    /// Whether its cells have no rows and columns.
    pub fn has_places(&self) -> bool {
        self.places.is_some()
    }

    /// Whether its cells lie in straight rows and columns.
    pub fn is_square(&self) -> bool {
        self.stagger == Stagger::None && !self.has_places()
    }

    /// The same lattice with its columns staggered.
    pub fn with_stagger(mut self, stagger: Stagger) -> Self {
        self.stagger = stagger;
        self
    }

    /// Number of rows.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> u16 {
        self.cols
    }

    /// The map from (col, row) to pixels.
    pub fn projection(&self) -> Projection {
        self.projection
    }

    /// The pixel at the centre of a cell.
    pub fn centre(&self, cell: Cell) -> Pixel {
        self.at(cell, 0.0, 0.0)
    }

    /// The pixel `right` and `down` cells away from the centre of a cell; ±0.5 are its sides.
    pub fn at(&self, cell: Cell, right: f64, down: f64) -> Pixel {
        let (col, row) = self.place(cell);
        let size = self.size_of(cell);
        let (x, y) = self.projection.apply(col + right * size, row + down * size);
        Pixel::new(x, y)
    }

    /// From the middle of a cell to the middle of the side that it shares with a neighbour, as [`Lattice::at`] takes it.
    pub fn to_side(&self, from: Cell, to: Cell) -> (f64, f64) {
        let side = (from.col.min(to.col), from.col.max(to.col));
        let places = self.places.as_ref();
        if let Some(side) = places.and_then(|places| places.sides.get(&side)) {
            let ((x, y), size) = (self.place(from), self.size_of(from));
            return ((side.x - x) / size, (side.y - y) / size);
        }
        let (right, down) = self.step(from, to);
        (right / 2.0, down / 2.0)
    }

    /// The size of a cell, in what the projection maps.
    fn size_of(&self, cell: Cell) -> f64 {
        let places = self.places.as_ref();
        let place = places.and_then(|it| it.cells.get(usize::from(cell.col)));
        place.map_or(1.0, |place| place.size)
    }

    /// How far right of and below the middle of the first column and row a cell stands, in columns and rows; on no lattice its
    /// place.
    fn place(&self, cell: Cell) -> (f64, f64) {
        if let Some(places) = &self.places {
            let place = places.cells.get(usize::from(cell.col));
            return place.map_or((0.0, 0.0), |place| (place.centre.x, place.centre.y));
        }
        let lift = match self.stagger {
            Stagger::OddColumnsUp if cell.col % 2 == 1 => 0.5,
            _ => 0.0,
        };
        (f64::from(cell.col), f64::from(cell.row) - lift)
    }

    /// From the middle of a cell to that of another, in columns to the right and rows down, as [`Lattice::at`] takes them.
    pub fn step(&self, from: Cell, to: Cell) -> (f64, f64) {
        let ((col, row), (to_col, to_row)) = (self.place(from), self.place(to));
        let size = self.size_of(from);
        ((to_col - col) / size, (to_row - row) / size)
    }

    /// From the middle of the side between two neighbours to the two ends of that side, as [`Lattice::at`] takes them, given
    /// the step between their middles.
    pub fn side_ends(&self, (right, down): (f64, f64)) -> [(f64, f64); 2] {
        let (across, along) = match self.stagger {
            Stagger::None => (-down / 2.0, right / 2.0),
            // A quarter turn of the step, at the length of half a side.
            Stagger::OddColumnsUp => {
                let half = Tiling::Hexagonal.side_length() / 2.0;
                (-down * half / HEX_COLUMN, right * HEX_COLUMN * half)
            }
        };
        [(-across, -along), (across, along)]
    }

    /// Four places of a cell beside all ways to its neighbours, right of and below its middle: in squares so far both ways.
    pub fn beside_ways(&self, off: f64) -> [(f64, f64); 4] {
        let (right, down) = match self.stagger {
            Stagger::None => (off, off),
            // Towards the corners above and below, 0.45 of a cell away: halfway between two ways.
            Stagger::OddColumnsUp => (0.225 / HEX_COLUMN, 0.45 * HEX_COLUMN),
        };
        [
            (-right, -down),
            (right, -down),
            (-right, down),
            (right, down),
        ]
    }

    /// The cell that this pixel lies in; `None` outside the board.
    pub fn cell_at(&self, at: Pixel) -> Option<Cell> {
        self.place_of(at).map(|(cell, _, _)| cell)
    }

    /// The cell that this pixel lies in, and how far right of and below its centre, in cells: the
    /// reverse of [`Lattice::at`]. `None` outside the board.
    pub fn place_of(&self, at: Pixel) -> Option<(Cell, f64, f64)> {
        let (u, v) = self.projection.inverse()?.apply(at.x, at.y);
        if let Some(places) = &self.places {
            let (number, right, down) = places.nearest(Pixel::new(u, v))?;
            return Some((Cell::new(0, number as u16), right, down));
        }
        let col = u.round();
        let lift = match self.stagger {
            Stagger::OddColumnsUp if col.rem_euclid(2.0) == 1.0 => 0.5,
            _ => 0.0,
        };
        let row = (v + lift).round();
        let inside =
            row >= 0.0 && col >= 0.0 && row < f64::from(self.rows) && col < f64::from(self.cols);
        let cell = Cell::new(row as u16, col as u16);
        inside.then_some((cell, u - col, v + lift - row))
    }

    /// Mean distance in pixels between the centres of neighbouring cells, at the board's middle.
    pub fn pitch(&self) -> f64 {
        let (size, (u, v)) = match &self.places {
            Some(places) => {
                let Pixel { x, y } = places.bounds.centre();
                (places.pitch(), (x, y))
            }
            None => {
                let middle = |count: u16| f64::from(count.max(1) - 1) / 2.0;
                (1.0, (middle(self.cols), middle(self.rows)))
            }
        };
        let step = |du: f64, dv: f64| {
            let (du, dv) = (du * size / 2.0, dv * size / 2.0);
            let (ax, ay) = self.projection.apply(u - du, v - dv);
            let (bx, by) = self.projection.apply(u + du, v + dv);
            (bx - ax).hypot(by - ay)
        };
        (step(1.0, 0.0) + step(0.0, 1.0)) / 2.0
    }

    /// The four outer corners: top left, top right, bottom right, bottom left.
    pub fn corners(&self) -> [Pixel; 4] {
        let top = match self.stagger {
            Stagger::None => -0.5,
            Stagger::OddColumnsUp => -1.0,
        };
        let of_lattice = PixelBox {
            left: -0.5,
            top,
            right: f64::from(self.cols) - 0.5,
            bottom: f64::from(self.rows) - 0.5,
        };
        let places = self.places.as_ref();
        let PixelBox {
            left,
            top,
            right,
            bottom,
        } = places.map_or(of_lattice, |places| places.bounds);
        [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(u, v)| {
            let (x, y) = self.projection.apply(u, v);
            Pixel::new(x, y)
        })
    }

    /// The part of the picture that the board covers.
    pub fn bounds(&self) -> PixelBox {
        PixelBox::around(&self.corners())
    }

    /// The same cells in a picture to whose pixels `map` carries those of this one.
    pub fn carried(&self, map: &Projection) -> Self {
        Self {
            projection: map.after(&self.projection),
            ..self.clone()
        }
    }

    /// The same cells in a picture whose pixel (0, 0) is this picture's (`x`, `y`) and which is
    /// `zoom` times as large: after a crop and a resize.
    pub fn in_crop(&self, x: f64, y: f64, zoom: f64) -> Self {
        let m = self.projection.0;
        let shifted =
            |row: usize, by: f64| [0, 1, 2].map(|k| zoom * (m[3 * row + k] - by * m[6 + k]));
        let [a, b, c] = shifted(0, x);
        let [d, e, f] = shifted(1, y);
        Self {
            projection: Projection([a, b, c, d, e, f, m[6], m[7], m[8]]),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Place, ScreenPoint, ScreenRect, Viewport};
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn a_board_at_scale_two_left_of_the_main_monitor_has_negative_bounds() {
        let lattice = Lattice::upright(5, 4, [150.0, 250.0], [100.0, 100.0]);
        let viewport = Viewport {
            origin: ScreenPoint::new(-1920.0, 0.0),
            scale: 2.0,
        };
        let bounds = viewport.box_to_screen(lattice.bounds());
        assert_eq!(bounds, ScreenRect::new(-1870.0, 100.0, 200.0, 250.0));
    }

    #[test]
    fn every_cell_is_found_again_at_its_centre_and_near_its_corners() {
        let tilted = Projection([90.0, 4.0, 60.0, -3.0, 85.0, 70.0, 0.004, 0.002, 1.0]);
        let lattices = [
            Lattice::upright(7, 5, [30.0, 40.0], [20.0, 24.0]),
            Lattice::projective(7, 5, tilted),
            Lattice::upright(7, 5, [30.0, 40.0], [20.0, 24.0]).with_stagger(Stagger::OddColumnsUp),
        ];
        for lattice in lattices {
            for index in 0..35 {
                let cell = Cell::from_index(index, 5);
                assert_eq!(cell.index(5), index);
                for (right, down) in [(0.0, 0.0), (0.45, -0.45), (-0.45, 0.45)] {
                    let at = lattice.at(cell, right, down);
                    assert_eq!(lattice.cell_at(at), Some(cell));
                }
            }
        }
    }

    #[test]
    fn a_side_of_a_hexagon_ends_at_its_corners() {
        let upright = Lattice::upright(3, 3, [100.0, 100.0], [50.0 * HEX_COLUMN, 50.0]);
        let lattice = upright.with_stagger(Stagger::OddColumnsUp);
        let from = Cell::new(1, 1);
        for to in [Cell::new(0, 0), Cell::new(1, 2), Cell::new(2, 1)] {
            let (right, down) = lattice.step(from, to);
            let ends = lattice
                .side_ends((right, down))
                .map(|(across, along)| lattice.at(from, right / 2.0 + across, down / 2.0 + along));
            let radius = 50.0 / 3.0_f64.sqrt();
            assert!(near(ends[0].distance(ends[1]), radius), "{to:?}");
            for (end, middle) in ends
                .iter()
                .flat_map(|end| [from, to].map(|cell| (*end, lattice.centre(cell))))
            {
                assert!(near(end.distance(middle), radius), "{to:?}");
            }
        }
    }

    #[test]
    fn cells_on_no_lattice_lie_at_their_places_also_in_a_crop() {
        let place = |x, y, size| Place {
            centre: Pixel::new(x, y),
            size,
        };
        let lattice = Lattice::of_places(Places {
            cells: vec![place(20.0, 30.0, 10.0), place(50.0, 40.0, 20.0)],
            sides: [((0, 1), Pixel::new(32.0, 30.0))].into(),
            bounds: PixelBox {
                left: 10.0,
                top: 20.0,
                right: 70.0,
                bottom: 60.0,
            },
        });
        let cells = [0, 1].map(|col| Cell::new(0, col));
        assert_eq!((lattice.rows(), lattice.cols()), (1, 2));
        for lattice in [lattice.clone(), lattice.in_crop(5.0, 5.0, 2.0)] {
            for cell in cells {
                let near = lattice.at(cell, 0.3, -0.3);
                let found = lattice.place_of(near).map(|(cell, ..)| cell);
                assert_eq!(found, Some(cell));
                assert!(lattice.bounds().contains(lattice.centre(cell)));
            }
            let middles = [[0, 1], [1, 0]].map(|both| {
                let [from, to] = both.map(|number| cells[number]);
                let (right, down) = lattice.to_side(from, to);
                lattice.at(from, right, down)
            });
            assert!(middles[0].distance(middles[1]) < 1e-6);
        }
        let cropped = lattice.in_crop(5.0, 5.0, 2.0);
        assert_eq!(cropped.centre(cells[1]), Pixel::new(90.0, 70.0));
        assert!(near(cropped.pitch(), 2.0 * lattice.pitch()));
        assert_eq!(lattice.cell_at(Pixel::new(32.0, 30.0)), None);
    }

    #[test]
    fn outside_the_board_is_no_cell() {
        let lattice = Lattice::upright(3, 3, [10.0, 10.0], [10.0, 10.0]);
        assert_eq!(lattice.cell_at(Pixel::new(4.9, 10.0)), None);
        assert_eq!(lattice.cell_at(Pixel::new(35.1, 10.0)), None);
    }

    #[test]
    fn a_crop_and_a_zoom_move_the_lattice_with_the_picture() {
        let tilted = Projection([90.0, 4.0, 60.0, -3.0, 85.0, 70.0, 0.004, 0.002, 1.0]);
        let lattice = Lattice::projective(4, 4, tilted);
        let cropped = lattice.in_crop(20.0, 30.0, 0.5);
        let cell = Cell::new(2, 3);
        let (before, after) = (lattice.centre(cell), cropped.centre(cell));
        assert!(near(after.x, (before.x - 20.0) * 0.5));
        assert!(near(after.y, (before.y - 30.0) * 0.5));
    }
}
