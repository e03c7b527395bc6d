//! The layout of the picture: from texts to marks with positions.
//! `site/src/ui/certificate/layout.ts` does the same for paper sizes.

#[cfg(test)]
mod tests;

use chute_domain::card::{Certificate, NamedValue};

use crate::{
    HEIGHT, WIDTH,
    color::{self, FAINT, GOLD, INK, PAPER, Rgb, SOFT},
    faces::{Line, Typeface},
    wreath::{self, Branch},
};

/// Something to draw.
#[derive(Clone, Debug)]
pub enum Mark {
    /// A line of text.
    Line {
        /// The line of text, already set.
        line: Line,
        /// Font size in pixels.
        size: f64,
        /// Where it begins, and its baseline, in pixels.
        left: f64,
        y: f64,
        color: Rgb,
    },
    /// A shape as SVG path data.
    Shape {
        d: String,
        color: Rgb,
        /// Width of the line with which it is drawn; filled if `None`.
        stroke: Option<f64>,
    },
}

/// The frame: lines at these distances from the edge, and a tape of squares inside the second line.
const OUTER: f64 = 20.0;
const INNER: f64 = 28.0;
const SQUARE: f64 = 8.0;
/// The distance from the edge to the content of the frame: at the sides, above, below.
const SIDE: f64 = 72.0;
const TOP: f64 = 68.0;
const FOOT: f64 = 62.0;
/// How far a line reaches above and below its baseline, relative to its size.
const ABOVE: f64 = 0.98;
const BELOW: f64 = 0.28;
const TALL: f64 = ABOVE + BELOW;
const ROOM: f64 = WIDTH as f64 - 2.0 * SIDE;
const MIDDLE: f64 = WIDTH as f64 / 2.0;
/// The space between two columns.
const AIR: f64 = 52.0;

/// The largest font sizes of the lines.
const HEADING: f64 = 20.0;
const NAME: f64 = 94.0;
const EVENT: f64 = 48.0;
const VALUE: f64 = 58.0;
const LABEL: f64 = 21.0;
const OCCASION: f64 = 24.0;
/// The height of the wreath, and the length of its longest leaf.
const WREATH: f64 = 208.0;
const LEAF: f64 = 45.0;
/// The maximum number of lines for a name, and for an event.
const LINES: usize = 2;

/// All marks in the order in which they are drawn; `None` if the typefaces lack a letter.
pub fn marks(certificate: &Certificate) -> Option<Vec<Mark>> {
    let Certificate {
        name,
        event,
        time,
        place,
        occasion,
        color,
    } = certificate;
    let brand = color::brand(color);
    let facts: Vec<(&NamedValue, Rgb)> = [(time, brand), (place, INK)]
        .into_iter()
        .filter(|(fact, _)| !fact.value.is_empty())
        .collect();
    let heading = Line::set(Typeface::Sans, "FINISHER CERTIFICATE", 0.36)?;
    let mut blocks = vec![
        line(heading, HEADING, brand, 1.0),
        wreath(name, brand)?,
        broken(event)?,
        columns(&facts)?,
    ];
    if !occasion.is_empty() {
        blocks.push(line(
            Line::set(Typeface::Sans, occasion, 0.0)?,
            OCCASION,
            SOFT,
            1.1,
        ));
    }
    Some(frame(brand).into_iter().chain(stacked(blocks)).collect())
}

/// A part of the picture that takes its whole width and some height.
struct Block<'a> {
    height: f64,
    /// Its share of the remaining height, which becomes the gap above it.
    lead: f64,
    draw: Box<dyn FnOnce(f64) -> Vec<Mark> + 'a>,
}

/// Places the blocks below each other and divides the remaining height among the gaps.
fn stacked(blocks: Vec<Block>) -> Vec<Mark> {
    let room =
        f64::from(HEIGHT) - TOP - FOOT - blocks.iter().map(|block| block.height).sum::<f64>();
    let share = room / blocks.iter().skip(1).map(|block| block.lead).sum::<f64>();
    let (mut marks, mut end) = (Vec::new(), None);
    for Block { height, lead, draw } in blocks {
        let top = end.map_or(TOP, |end| end + lead * share);
        end = Some(top + height);
        marks.extend(draw(top));
    }
    marks
}

/// The paper, two lines around the picture, and a tape of squares at the top and the bottom.
fn frame(brand: Rgb) -> Vec<Mark> {
    let (width, height) = (f64::from(WIDTH), f64::from(HEIGHT));
    let around = |inset: f64| {
        format!(
            "M{inset} {inset}H{}V{}H{inset}Z",
            width - inset,
            height - inset
        )
    };
    let tapes = tape(INNER) + &tape(height - INNER - 2.0 * SQUARE);
    vec![
        Mark::Shape {
            d: format!("M0 0H{width}V{height}H0Z"),
            color: PAPER,
            stroke: None,
        },
        Mark::Shape {
            d: around(OUTER),
            color: brand,
            stroke: Some(4.0),
        },
        Mark::Shape {
            d: around(INNER),
            color: GOLD,
            stroke: Some(1.25),
        },
        Mark::Shape {
            d: tapes,
            color: brand,
            stroke: None,
        },
    ]
}

/// Two rows of squares, of which every second one is filled.
fn tape(top: f64) -> String {
    let count = ((f64::from(WIDTH) - 2.0 * INNER) / SQUARE).round();
    let mut squares = String::new();
    let (mut index, mut row) = (0.0, 0.0);
    while index < count {
        squares += &format!(
            "M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}Z",
            INNER + index * SQUARE,
            top + row * SQUARE
        );
        (index, row) = (index + 1.0, 1.0 - row);
    }
    squares
}

/// The largest size up to `most` at which a line fits into `room`.
fn fit(line: &Line, most: f64, room: f64) -> f64 {
    most.min(room / line.width.max(f64::EPSILON))
}

/// A line of text centred at `x`.
fn centred(line: Line, size: f64, x: f64, y: f64, color: Rgb) -> Mark {
    Mark::Line {
        left: x - line.width * size / 2.0,
        line,
        size,
        y,
        color,
    }
}

/// Lines of text centred in the picture, the first one on the baseline `y`.
fn below_each_other(lines: Vec<Line>, size: f64, mut y: f64) -> Vec<Mark> {
    let mut marks = Vec::with_capacity(lines.len());
    for line in lines {
        marks.push(centred(line, size, MIDDLE, y, INK));
        y += size * TALL;
    }
    marks
}

/// The number of lines, as a float.
fn rows(lines: &[Line]) -> f64 {
    lines.iter().fold(0.0, |rows, _| rows + 1.0)
}

fn line(line: Line, most: f64, color: Rgb, lead: f64) -> Block<'static> {
    let size = fit(&line, most, ROOM);
    Block {
        height: size * TALL,
        lead,
        draw: Box::new(move |top| vec![centred(line, size, MIDDLE, top + size * ABOVE, color)]),
    }
}

/// The event in one line, or in two if one line would be too small.
fn broken(event: &str) -> Option<Block<'static>> {
    let one = Line::set(Typeface::Display, event, 0.0)?;
    let lines = if fit(&one, EVENT, ROOM) < EVENT * 0.68 {
        in_lines(event, LINES)?
    } else {
        vec![one]
    };
    let most = if lines.len() == 1 {
        EVENT
    } else {
        EVENT * 0.78
    };
    let size = lines
        .iter()
        .map(|line| fit(line, most, ROOM))
        .fold(most, f64::min);
    let height = rows(&lines) * size * TALL;
    let draw = move |top| below_each_other(lines, size, top + size * ABOVE);
    Some(Block {
        height,
        lead: 0.7,
        draw: Box::new(draw),
    })
}

/// The name between the two branches of the wreath.
fn wreath(name: &str, brand: Rgb) -> Option<Block<'static>> {
    let bend: f64 = 46.0;
    // The leaf at the tip and the lowest leaves, across the stem, need some of the height.
    let radius = (WREATH / 2.0 - LEAF * 0.6) / bend.to_radians().sin();
    let reach = wreath::reach(LEAF) + 22.0;
    // Half the width that is free at a height above or below the middle, if the branches are `half`
    // away from the middle.
    let beside = |half: f64, height: f64| {
        half - radius + (radius * radius - height * height).max(0.0).sqrt() - reach
    };
    let most = MIDDLE - SIDE - wreath::reach(LEAF) + 14.0;
    let tallest = WREATH * 0.48;
    let room = |height: f64| {
        if height > tallest {
            0.0
        } else {
            2.0 * beside(most, height)
        }
    };
    let (size, lines) = name_lines(name, room)?;
    let tall = rows(&lines) * TALL * size / 2.0;
    let wide = lines
        .iter()
        .map(|line| line.width * size)
        .fold(0.0, f64::max)
        / 2.0;
    let half = (wide + most - beside(most, tall)).min(most).max(250.0);
    let draw = move |top: f64| {
        let middle = top + WREATH / 2.0;
        let mut marks = Vec::new();
        for side in [-1.0, 1.0] {
            let x = MIDDLE + side * (half - radius);
            let paths = Branch {
                x,
                y: middle,
                radius,
                from: bend,
                to: bend,
                leaf: LEAF,
                side,
            }
            .paths();
            marks.push(Mark::Shape {
                d: paths.stem,
                color: brand,
                stroke: Some(LEAF * 0.055),
            });
            marks.push(Mark::Shape {
                d: paths.leaves,
                color: brand,
                stroke: None,
            });
            marks.push(Mark::Shape {
                d: paths.berries,
                color: GOLD,
                stroke: None,
            });
        }
        // Letters reach further up than down, so the middle looks right a little higher.
        marks.extend(below_each_other(
            lines,
            size,
            middle - tall + ABOVE * size - BELOW * size / 4.0,
        ));
        marks
    };
    Some(Block {
        height: WREATH,
        lead: 0.6,
        draw: Box::new(draw),
    })
}

/// The name in the lines that make it largest, and its size.
fn name_lines(name: &str, room: impl Fn(f64) -> f64) -> Option<(f64, Vec<Line>)> {
    let mut found: Option<(f64, Vec<Line>)> = None;
    for count in 1..=LINES {
        let lines = in_lines(name, count)?;
        let size = name_size(&lines, &room);
        // more lines only if they become clearly larger
        if found
            .as_ref()
            .is_none_or(|(largest, _)| size > largest * 1.12)
        {
            found = Some((size, lines));
        }
    }
    found
}

/// The largest size at which the lines fit. How much width is free depends on their height.
fn name_size(lines: &[Line], room: impl Fn(f64) -> f64) -> f64 {
    let wide = lines.iter().map(|line| line.width).fold(0.0, f64::max);
    let fits = |size: f64| size * wide <= room(rows(lines) * TALL * size / 2.0);
    let (mut low, mut high) = (0.0, NAME);
    if fits(high) {
        return high;
    }
    for _ in 0..20 {
        let size = f64::midpoint(low, high);
        if fits(size) {
            low = size;
        } else {
            high = size;
        }
    }
    low
}

/// Names with their values below, side by side, with a thin line between two of them.
fn columns(facts: &[(&NamedValue, Rgb)]) -> Option<Block<'static>> {
    struct Column {
        name: Line,
        value: Line,
        color: Rgb,
        /// The width of its content. A long name can be set smaller, so it counts with a limited
        /// width.
        wanted: f64,
    }
    let mut columns = Vec::with_capacity(facts.len());
    let mut taken = 0.0;
    for (NamedValue { name, value }, color) in facts {
        let (name, value) = (
            Line::set(Typeface::Sans, name, 0.0)?,
            Line::set(Typeface::Display, value, 0.0)?,
        );
        let wanted = (value.width * VALUE).max((name.width * LABEL).min(VALUE * 6.0));
        taken += wanted + AIR;
        columns.push(Column {
            name,
            value,
            color: *color,
            wanted,
        });
    }
    let airs = columns.len() as f64 * AIR;
    let scale = ((ROOM - airs) / (taken - airs).max(f64::EPSILON)).min(1.0);
    let label = columns
        .iter()
        .map(|column| fit(&column.name, LABEL * scale, column.wanted * scale))
        .fold(LABEL, f64::min);
    let number = VALUE * scale;
    let height = (label + number) * TALL;
    let whole: f64 = columns
        .iter()
        .map(|column| column.wanted * scale + AIR)
        .sum();
    let draw = move |top: f64| {
        let mut marks = Vec::new();
        let mut left = MIDDLE - whole / 2.0;
        for (
            index,
            Column {
                name,
                value,
                color,
                wanted,
            },
        ) in columns.into_iter().enumerate()
        {
            let width = wanted * scale + AIR;
            if index > 0 {
                let d = format!("M{left:.2} {:.2}V{:.2}", top + 4.0, top + height - 6.0);
                marks.push(Mark::Shape {
                    d,
                    color: FAINT,
                    stroke: Some(2.0),
                });
            }
            let x = left + width / 2.0;
            marks.push(centred(name, label, x, top + label * ABOVE, SOFT));
            marks.push(centred(
                value,
                number,
                x,
                top + label * TALL + number * ABOVE,
                color,
            ));
            left += width;
        }
        marks
    };
    Some(Block {
        height,
        lead: 1.2,
        draw: Box::new(draw),
    })
}

/// A text in at most `count` lines of the display typeface, broken at blanks so that the longest
/// line is as short as possible. Words are never broken.
fn in_lines(text: &str, count: usize) -> Option<Vec<Line>> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let blank = Line::set(Typeface::Display, " ", 0.0)?.width;
    // where each word ends if all are in one line
    let mut ends = vec![-blank];
    for word in &words {
        ends.push(ends.last()? + blank + Line::set(Typeface::Display, word, 0.0)?.width);
    }
    let width = |from: usize, to: usize| Some(ends.get(to)? - ends.get(from)? - blank);
    // For each first word, the best way to break what follows; each round allows one more line.
    let mut ways: Vec<(f64, Vec<usize>)> = Vec::new();
    for from in 0..words.len() {
        ways.push((width(from, words.len())?, vec![words.len()]));
    }
    for _ in 1..count {
        let before = ways.clone();
        for (from, found) in ways.iter_mut().enumerate() {
            for to in from + 1..words.len() {
                let here = width(from, to)?;
                let (rest, breaks) = before.get(to)?;
                if here >= found.0 {
                    break;
                }
                if here.max(*rest) < found.0 {
                    *found = (
                        here.max(*rest),
                        std::iter::once(to).chain(breaks.iter().copied()).collect(),
                    );
                }
            }
        }
    }
    let mut from = 0;
    let mut lines = Vec::new();
    for to in &ways.first()?.1 {
        lines.push(Line::set(
            Typeface::Display,
            &words.get(from..*to)?.join(" "),
            0.0,
        )?);
        from = *to;
    }
    Some(lines)
}
