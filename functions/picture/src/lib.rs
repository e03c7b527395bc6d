//! The picture for links to a finisher: their certificate in the format of link cards
//! (docs/decisions/share-cards.md).
//!
//! [`layout`] turns texts into marks with positions, [`paint`] turns marks into pixels. The picture
//! looks like the site's certificate (`site/src/ui/certificate`), with the same typefaces, wreath
//! and colours. Pure: the same texts always result in the same bytes.

mod color;
mod faces;
mod layout;
mod paint;
mod wreath;

use chute_domain::{card::Certificate, key::digest};

use layout::Mark;

/// Width in pixels. Width and height are those that social networks ask for large cards.
pub const WIDTH: u32 = 1200;
/// Height in pixels.
pub const HEIGHT: u32 = 630;

/// A picture that can be drawn.
#[derive(Clone, Debug)]
pub struct Picture(Vec<Mark>);

impl Picture {
    /// The picture of a certificate. `None` if a text has a letter that the typefaces lack: a name
    /// in two typefaces would look wrong, and no other typeface is available here.
    #[must_use]
    pub fn of(certificate: &Certificate) -> Option<Self> {
        layout::marks(certificate).map(Self)
    }

    /// A name unique to this picture: 16 hexadecimal digits, derived from everything that is drawn.
    #[must_use]
    pub fn name(&self) -> String {
        let mut name = digest(&format!("{:?}", self.0));
        name.truncate(16);
        name
    }

    /// The picture as a PNG of [`WIDTH`] by [`HEIGHT`] pixels.
    ///
    /// # Errors
    /// When it cannot be encoded, which no picture is known to cause.
    pub fn png(&self) -> Result<Vec<u8>, png::EncodingError> {
        paint::png(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, io::Cursor};

    use chute_domain::card::NamedValue;
    use rstest::rstest;

    use super::*;

    fn certificate(name: &str) -> Certificate {
        let fact = |name: &str, value: &str| NamedValue {
            name: name.into(),
            value: value.into(),
        };
        Certificate {
            name: name.into(),
            event: "2026 River 10K".into(),
            time: fact("Chip time", "45:01"),
            place: fact("Overall by chip time", "12 of 814"),
            occasion: "10 KM · May 2, 2026".into(),
            color: String::new(),
        }
    }

    #[rstest]
    #[case("Óscar Muñoz Łukasik", true)]
    #[case("Ħal Għaxaq", true)]
    #[case("Ștefan Țurcanu", true)]
    #[case("Şükrü Çağlayan", true)]
    #[case("O’Neill–Smith", true)]
    #[case("Анна", false)]
    #[case("王小明", false)]
    #[case("محمد", false)]
    #[case("Nguyễn", false)]
    #[case("Ana 🏃", false)]
    #[case("e\u{301}", false)]
    #[case("\u{202e}Ana", false)]
    fn one_letter_that_the_faces_lack_and_there_is_no_picture(
        #[case] name: &str,
        #[case] is_drawn: bool,
    ) {
        assert_eq!(Picture::of(&certificate(name)).is_some(), is_drawn);
    }

    #[test]
    fn another_text_or_colour_is_another_picture() {
        let one = certificate("Ana Ruiz");
        let others = [
            Certificate {
                name: "Ana Ruis".into(),
                ..one.clone()
            },
            Certificate {
                event: "2025 River 10K".into(),
                ..one.clone()
            },
            Certificate {
                time: NamedValue {
                    name: "Clock time".into(),
                    ..one.time.clone()
                },
                ..one.clone()
            },
            Certificate {
                time: NamedValue {
                    value: "45:02".into(),
                    ..one.time.clone()
                },
                ..one.clone()
            },
            Certificate {
                place: NamedValue::default(),
                ..one.clone()
            },
            Certificate {
                occasion: "5 KM · May 2, 2026".into(),
                ..one.clone()
            },
            Certificate {
                color: "#c2185b".into(),
                ..one.clone()
            },
        ];
        let names: BTreeSet<String> = others
            .iter()
            .chain([&one, &one])
            .map(|one| Picture::of(one).unwrap().name())
            .collect();
        assert_eq!(names.len(), others.len() + 1);
        assert!(
            names
                .iter()
                .all(|name| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit()))
        );
    }

    #[test]
    fn the_picture_is_a_png_with_frame_leaves_and_letters() {
        let picture = Picture::of(&Certificate {
            color: "#c2185b".into(),
            ..certificate("Ana Ruiz")
        })
        .unwrap();
        let file = picture.png().unwrap();
        assert_eq!(file, picture.png().unwrap());
        assert!(file.len() < 100_000, "{} bytes", file.len());
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!(
            (info.width, info.height, info.color_type),
            (WIDTH, HEIGHT, png::ColorType::Rgb)
        );
        let count = |color: color::Rgb| {
            pixels
                .as_chunks::<3>()
                .0
                .iter()
                .filter(|pixel| **pixel == color)
                .count()
        };
        let all = pixels.len() / 3;
        // the race's colour in frame, wreath and time, the ink of name, event and place, and gold
        for (color, least) in [
            (color::brand("#c2185b"), all / 50),
            (color::INK, all / 100),
            (color::GOLD, 200),
        ] {
            assert!(count(color) > least, "{color:?}: {} of {all}", count(color));
        }
        assert!(count(color::PAPER) > all * 3 / 4);
        assert_eq!(count(color::brand("")), 0, "the site's own colour");
    }
}
