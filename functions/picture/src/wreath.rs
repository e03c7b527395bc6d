//! The laurel wreath around a name: a branch as the outlines of its parts, as in
//! `site/src/ui/certificate/wreath.ts`. A test checks that both draw the same.

use std::f64::consts::PI;

/// A branch that grows upwards along a circle.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Centre of the circle.
    pub x: f64,
    pub y: f64,
    pub radius: f64,
    /// Where it begins, in degrees below the height of the centre, and where it ends, in degrees
    /// above.
    pub from: f64,
    pub to: f64,
    /// Length of its longest leaf; they get shorter towards the tip.
    pub leaf: f64,
    /// On which side of the centre it is: −1 left, 1 right.
    pub side: f64,
}

/// SVG path data of the parts of a branch.
#[derive(Clone, Debug)]
pub struct Paths {
    pub stem: String,
    pub leaves: String,
    pub berries: String,
}

/// How far leaves turn away from the stem, in radians.
const TURN: f64 = 0.62;
/// Half the width of a leaf relative to its length, and the length of the last leaf relative to the
/// longest.
const SLIM: f64 = 0.18;
const LAST: f64 = 0.62;

/// How far the parts of a branch reach from its circle, to either side.
pub fn reach(leaf: f64) -> f64 {
    leaf * (TURN.sin() + SLIM)
}

type Point = (f64, f64);

impl Branch {
    /// Draws the stem, pairs of leaves, one outside and one inside, berries at every second pair,
    /// and a leaf at the tip.
    pub fn paths(self) -> Paths {
        let Self {
            radius, leaf, side, ..
        } = self;
        let (first, last) = (self.from * PI / 180.0, -self.to * PI / 180.0);
        let pairs = ((first - last) * radius / (leaf * 0.62)).round().max(2.0);
        let at_step = |step: f64| {
            (
                first + (last - first) * step / pairs,
                leaf * (1.0 - (1.0 - LAST) * step / pairs),
            )
        };
        // The more the stem bends, the less room there is inside the circle.
        let inner = 1.0 - 0.7 * leaf / radius;
        let (mut leaves, mut berries) = (String::new(), String::new());
        let mut step = 1.0;
        let mut has_berry = true;
        // The beginning of the stem is bare.
        while step < pairs {
            let (angle, long) = at_step(step);
            leaves += &outline(self.at(angle, 0.0), self.way(angle, TURN), long);
            leaves += &outline(self.at(angle, 0.0), self.way(angle, -TURN), long * inner);
            if has_berry {
                berries += &dot(self.at(angle, leaf * 0.3), leaf * 0.085);
            }
            has_berry = !has_berry;
            step += 1.0;
        }
        let (angle, long) = at_step(pairs);
        leaves += &outline(self.at(angle, 0.0), self.way(angle, 0.0), long);
        let sweep = u8::from(side < 0.0);
        let (start, middle, end) = (
            self.at(first, 0.0),
            self.at(f64::midpoint(first, last), 0.0),
            self.at(last, 0.0),
        );
        let arc = format!("A{r} {r} 0 0 {sweep} ", r = rounded(radius));
        Paths {
            stem: format!(
                "M{}{arc}{}{arc}{}",
                points(start),
                points(middle),
                points(end)
            ),
            leaves,
            berries,
        }
    }

    fn at(self, angle: f64, off: f64) -> Point {
        let radius = self.radius + off;
        (
            self.x + self.side * radius * angle.cos(),
            self.y + radius * angle.sin(),
        )
    }

    /// The direction in which a branch grows at an angle, turned outwards by `turn`.
    fn way(self, angle: f64, turn: f64) -> Point {
        (self.side * (angle + turn).sin(), -(angle + turn).cos())
    }
}

/// A leaf: broad below its middle, pointed at the end.
fn outline(base: Point, (dx, dy): Point, long: f64) -> String {
    let on = |along: f64, across: f64| {
        points((
            base.0 + long * (dx * along - dy * across),
            base.1 + long * (dy * along + dx * across),
        ))
    };
    let wide = SLIM * 1.33;
    format!(
        "M{base}C{} {} {}C{} {} {base}Z",
        on(0.25, wide),
        on(0.7, wide),
        on(1.0, 0.0),
        on(0.7, -wide),
        on(0.25, -wide),
        base = points(base)
    )
}

fn dot((x, y): Point, radius: f64) -> String {
    let (size, across) = (rounded(radius), rounded(2.0 * radius));
    format!(
        "M{}a{size} {size} 0 1 0 {across} 0a{size} {size} 0 1 0 {} 0Z",
        points((x - radius, y)),
        -across
    )
}

fn points((x, y): Point) -> String {
    format!("{} {}", rounded(x), rounded(y))
}

/// Rounds to hundredths, halves upwards, as JavaScript does.
fn rounded(value: f64) -> f64 {
    (value * 100.0 + 0.5).floor() / 100.0
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_branch_is_that_of_the_site() {
        let drawn = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../site/src/ui/certificate/branches.json"
        );
        let cases: Vec<Value> =
            serde_json::from_str(&std::fs::read_to_string(drawn).unwrap()).unwrap();
        assert!(cases.len() > 1);
        for case in cases {
            let number = |name: &str| case["branch"][name].as_f64().unwrap();
            let side = if case["branch"]["side"] == "left" {
                -1.0
            } else {
                1.0
            };
            let (x, y, radius) = (number("x"), number("y"), number("radius"));
            let paths = Branch {
                x,
                y,
                radius,
                from: number("from"),
                to: number("to"),
                leaf: number("leaf"),
                side,
            }
            .paths();
            let path = |name: &str| case["paths"][name].as_str().unwrap().to_owned();
            assert_eq!(
                [paths.stem, paths.leaves, paths.berries],
                [path("stem"), path("leaves"), path("berries")]
            );
        }
    }
}
