//! The blurred picture: what is a few pixels long melts into what is around it.

use image::RgbImage;

/// Weights of the pixels around one, along a row or a column: a box of five and a tent of three, 1.6 pixels of deviation.
const KERNEL: [u16; 7] = [1, 3, 4, 4, 4, 3, 1];

/// Half of it.
const REACH: usize = KERNEL.len() / 2;

/// Division by the sum of the weights, 20, is a multiplication and a shift.
const INVERSE: u32 = (1 << SHIFT) / 20 + 1;
const SHIFT: u32 = 16;

/// Each pixel with its neighbours; beyond the border the last pixel goes on.
#[tracing::instrument(name = "blur", skip_all)]
pub fn blurred(picture: &RgbImage) -> RgbImage {
    let (width, height) = picture.dimensions();
    let mut blurred = RgbImage::new(width, height);
    let row_bytes = 3 * width as usize;
    if row_bytes == 0 || height == 0 {
        return blurred;
    }
    let rows: Vec<&[u8]> = picture.as_raw().chunks_exact(row_bytes).collect();
    let inside = 3 * REACH..3 * REACH + row_bytes;
    let mut column = vec![0u16; row_bytes + 2 * inside.start];
    let mut sums = vec![0u16; row_bytes];
    for (y, out) in blurred.chunks_exact_mut(row_bytes).enumerate() {
        add(&mut sums, |k, sums| {
            let row = rows[(y + k).saturating_sub(REACH).min(rows.len() - 1)];
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += KERNEL[k] * u16::from(*value);
            }
        });
        for (value, sum) in column[inside.clone()].iter_mut().zip(&sums) {
            *value = mean(*sum);
        }
        for beyond in 0..REACH {
            column.copy_within(inside.start..inside.start + 3, 3 * beyond);
            column.copy_within(inside.end - 3..inside.end, inside.end + 3 * beyond);
        }
        add(&mut sums, |k, sums| {
            for (sum, value) in sums.iter_mut().zip(&column[3 * k..]) {
                *sum += KERNEL[k] * *value;
            }
        });
        for (value, sum) in out.iter_mut().zip(&sums) {
            *value = mean(*sum) as u8;
        }
    }
    blurred
}

/// Sums over the kernel, from zero.
fn add(sums: &mut [u16], weighted: impl Fn(usize, &mut [u16])) {
    sums.fill(0);
    for k in 0..KERNEL.len() {
        weighted(k, sums);
    }
}

fn mean(sum: u16) -> u16 {
    ((u32::from(sum) * INVERSE) >> SHIFT) as u16
}

#[cfg(test)]
mod tests {
    use image::Rgb;

    use super::*;

    #[test]
    fn an_even_picture_stays_as_it_is_up_to_its_border() {
        for level in [0, 1, 77, 254, 255] {
            let even = RgbImage::from_pixel(9, 5, Rgb([level, 255 - level, 3]));
            assert_eq!(blurred(&even), even);
        }
        assert_eq!(blurred(&RgbImage::new(0, 4)).dimensions(), (0, 4));
    }

    #[test]
    fn a_dot_melts_into_its_neighbours_as_the_kernel_says() {
        let mut dot = RgbImage::new(15, 15);
        dot.put_pixel(7, 7, Rgb([200, 0, 100]));
        let seen = blurred(&dot);
        let at = |right: usize, down: usize| seen.get_pixel(4 + right as u32, 4 + down as u32).0;
        for (right, down) in [(3, 3), (0, 3), (3, 1), (6, 6), (1, 5)] {
            let share = f64::from(KERNEL[right] * KERNEL[down]) / 400.0;
            let [red, green, blue] = at(right, down).map(f64::from);
            // Each of the two passes rounds down.
            assert!((red - 200.0 * share).abs() <= 1.2 && (blue - 100.0 * share).abs() <= 1.2);
            assert!(green < 0.5);
        }
        assert_eq!(seen.get_pixel(11, 7).0, [0; 3]);
    }
}
