//! Colours, and the readable variant of the race's own colour, as in `site/src/ui/face/palette.ts`.

/// Red, green and blue, 0 to 255.
pub type Rgb = [u8; 3];

pub const PAPER: Rgb = [0xff, 0xff, 0xff];
pub const INK: Rgb = [0x17, 0x24, 0x1f];
pub const SOFT: Rgb = [0x4b, 0x5a, 0x55];
pub const GOLD: Rgb = [0xa9, 0x84, 0x32];
pub const FAINT: Rgb = [0xcf, 0xd9, 0xd5];
const BRAND: Rgb = [0x0a, 0x5c, 0x50];

/// The backgrounds of text in the brand's colour in the light scheme: paper, surface, mark, soft
/// alert. The background of a selected item is mixed from the colour itself.
const GROUNDS: [Rgb; 4] = [
    PAPER,
    [0xf3, 0xf6, 0xf5],
    [0xff, 0xf4, 0xd1],
    [0xfd, 0xec, 0xea],
];
/// The share of paper in the background of a selected item.
const PALE: f64 = 0.9;
/// The minimum contrast of text by WCAG 2.2, 1.4.3.
const TEXT_CONTRAST: f64 = 4.5;
const STEPS: u32 = 64;

/// The race's colour `#rrggbb`, with just enough black mixed in to be readable as text on every
/// light background of the site; the site's own colour if `accent` is not a colour.
pub fn brand(accent: &str) -> Rgb {
    let Some(color) = read(accent) else {
        return BRAND;
    };
    let soft = mixed(color, PAPER, PALE);
    let stands_out = |tried: &Rgb| {
        GROUNDS
            .iter()
            .chain([&soft])
            .all(|ground| contrast(*tried, *ground) >= TEXT_CONTRAST)
    };
    let darker = |step| mixed(color, [0; 3], f64::from(step) / f64::from(STEPS));
    (0..STEPS).map(darker).find(stands_out).unwrap_or_default()
}

fn read(color: &str) -> Option<Rgb> {
    let digits = color.strip_prefix('#').filter(|digits| {
        digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })?;
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

fn mixed(from: Rgb, to: Rgb, share: f64) -> Rgb {
    let [red, green, blue] = from.map(f64::from);
    let [to_red, to_green, to_blue] = to.map(f64::from);
    [(red, to_red), (green, to_green), (blue, to_blue)]
        .map(|(from, to)| (from + (to - from) * share).round() as u8)
}

/// Contrast by WCAG 2.2: 1 to 21.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Relative luminance by WCAG 2.2: 0 to 1.
fn luminance(color: Rgb) -> f64 {
    let linear = |part: u8| {
        let share = f64::from(part) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    let [red, green, blue] = color.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", BRAND)]
    #[case("red", BRAND)]
    #[case("#0a5c5", BRAND)]
    #[case("#+a5c50", BRAND)]
    #[case("#0a5c50", BRAND)]
    #[case("#000000", [0, 0, 0])]
    fn a_colour_or_the_sites_own(#[case] accent: &str, #[case] expected: Rgb) {
        assert_eq!(brand(accent), expected);
    }

    #[test]
    fn any_colour_can_be_read() {
        for accent in [
            "#ffd500", "#ffffff", "#ff0000", "#c2185b", "#808080", "#00ff00",
        ] {
            assert!(contrast(brand(accent), PAPER) >= TEXT_CONTRAST, "{accent}");
        }
    }
}
