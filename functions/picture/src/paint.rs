//! Painting marks as pixels.

use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};
use zeno::{Mask, PathData, Placement, Stroke, Style};

use crate::{HEIGHT, WIDTH, color::Rgb, layout::Mark};

/// The bytes of a pixel: red, green and blue.
const PARTS: usize = 3;

/// The marks as a PNG.
///
/// # Errors
/// When it cannot be encoded.
pub fn png(marks: &[Mark]) -> Result<Vec<u8>, EncodingError> {
    let mut pixels = vec![0xff; WIDTH as usize * HEIGHT as usize * PARTS];
    for mark in marks {
        match mark {
            Mark::Line {
                line,
                size,
                left,
                y,
                color,
            } => paint(
                &mut pixels,
                line.outlines(*left, *y, *size).as_slice(),
                Style::default(),
                *color,
            ),
            Mark::Shape { d, color, stroke } => {
                let style =
                    stroke.map_or_else(Style::default, |width| Stroke::new(width as f32).into());
                paint(&mut pixels, d.as_str(), style, *color);
            }
        }
    }
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, WIDTH, HEIGHT);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // flat colours: without a filter that stores differences of neighbouring pixels, the file is
    // smaller and encoding is twice as fast
    encoder.set_filter(Filter::NoFilter);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

/// Blends a colour into each pixel by how much of it the path covers.
fn paint(pixels: &mut [u8], path: impl PathData, style: Style, color: Rgb) {
    let (
        mask,
        Placement {
            left, top, width, ..
        },
    ) = Mask::new(path).style(style).render();
    let Ok(width) = usize::try_from(width) else {
        return;
    };
    for (y, row) in (top..).zip(mask.chunks(width.max(1))) {
        for (x, coverage) in (left..).zip(row).filter(|(_, coverage)| **coverage > 0) {
            if let Some(pixel) = place(x, y).and_then(|at| pixels.get_mut(at..at + PARTS)) {
                for (part, wanted) in pixel.iter_mut().zip(color) {
                    *part = between(*part, wanted, *coverage);
                }
            }
        }
    }
}

/// The index of a pixel's first byte; `None` outside the picture.
fn place(x: i32, y: i32) -> Option<usize> {
    let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
    let inside = x < WIDTH && y < HEIGHT;
    usize::try_from(y * WIDTH + x)
        .ok()
        .filter(|_| inside)
        .map(|pixel| pixel * PARTS)
}

/// Interpolates between the two values: `coverage` is 0 for `from`, 255 for `to`.
fn between(from: u8, to: u8, coverage: u8) -> u8 {
    let (from, to, coverage) = (u16::from(from), u16::from(to), u16::from(coverage));
    u8::try_from((from * (255 - coverage) + to * coverage + 127) / 255).unwrap_or(u8::MAX)
}
