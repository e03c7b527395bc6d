//! The document around a card: the tags from which programs read it (Open Graph, Twitter), and a
//! link for people.

use chute_domain::{
    card::{Card, Certificate},
    html::escaped,
};

/// The picture of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn<'a> {
    /// Its whole address.
    pub address: &'a str,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// The card as an HTML document; `path` is the address it represents. `drawn` is the picture of the
/// certificate, which takes precedence over the race's.
///
/// No script, no style, nothing inline and no embedded picture: it is shown under the site's own
/// Content-Security-Policy. The address is only in the link: a program keeps the address it was
/// given, which includes the view that was shared. `oembed` is the whole address of the
/// file from which editors embed the page, or empty.
pub fn document(card: &Card, path: &str, drawn: Option<Drawn>, oembed: &str) -> String {
    let (title, description) = (escaped(&card.title), escaped(&card.description));
    let path = escaped(path.trim_start_matches('/'));
    let tag = |value: &str, name: &str| {
        if value.is_empty() {
            String::new()
        } else {
            format!("<meta {name} content=\"{}\">\n", escaped(value))
        }
    };
    let color = tag(&card.color, "name=\"theme-color\"");
    let picture = match drawn {
        None => {
            tag(&card.picture, "property=\"og:image\"") + &tag("summary", "name=\"twitter:card\"")
        }
        Some(Drawn {
            address,
            width,
            height,
        }) => [
            tag(address, "property=\"og:image\""),
            tag("image/png", "property=\"og:image:type\""),
            tag(&width.to_string(), "property=\"og:image:width\""),
            tag(&height.to_string(), "property=\"og:image:height\""),
            tag(
                &card
                    .certificate
                    .as_ref()
                    .map(Certificate::spoken)
                    .unwrap_or_default(),
                "property=\"og:image:alt\"",
            ),
            tag("summary_large_image", "name=\"twitter:card\""),
        ]
        .concat(),
    };
    let oembed = if oembed.is_empty() {
        String::new()
    } else {
        format!(
            "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{}\" title=\"{title}\">\n",
            escaped(oembed)
        )
    };
    format!(
        r#"<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{description}">
<meta property="og:type" content="website">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{description}">
{picture}{color}{oembed}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<h1>{title}</h1>
<p>{description}</p>
<p><a href="/{path}">Open the page</a></p>
</body>
</html>
"#
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[test]
    fn the_picture_of_a_certificate_is_told_with_its_size_and_words() {
        let certificate = Certificate {
            name: "Ana Ruiz".into(),
            event: "2026 River 10K".into(),
            ..Certificate::default()
        };
        let spoken = certificate.spoken();
        let card = Card {
            certificate: Some(certificate),
            picture: "https://example.org/logo.svg".into(),
            ..Card::default()
        };
        let html = document(
            &card,
            "x",
            Some(Drawn {
                address: "https://r.example/api/card/x/1.png",
                width: 1200,
                height: 630,
            }),
            "",
        );
        let tags: Vec<&str> = html
            .lines()
            .filter(|line| line.contains("og:image") || line.contains("twitter:card"))
            .collect();
        let alt = format!("<meta property=\"og:image:alt\" content=\"{spoken}\">");
        assert_eq!(
            tags,
            [
                "<meta property=\"og:image\" content=\"https://r.example/api/card/x/1.png\">",
                "<meta property=\"og:image:type\" content=\"image/png\">",
                "<meta property=\"og:image:width\" content=\"1200\">",
                "<meta property=\"og:image:height\" content=\"630\">",
                &alt,
                "<meta name=\"twitter:card\" content=\"summary_large_image\">",
            ]
        );
    }

    #[test]
    fn the_document_word_for_word() {
        let path = "results/river-10k/2026?distance=10%20KM&q=\"";
        let card = Card {
            title: "2026 River 10K Results".into(),
            description: "Fun & \"free\" <b>".into(),
            ..Card::default()
        };
        assert_eq!(
            document(&card, path, None, ""),
            r#"<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>2026 River 10K Results</title>
<meta name="description" content="Fun &amp; &quot;free&quot; &lt;b&gt;">
<meta property="og:type" content="website">
<meta property="og:title" content="2026 River 10K Results">
<meta property="og:description" content="Fun &amp; &quot;free&quot; &lt;b&gt;">
<meta name="twitter:card" content="summary">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<h1>2026 River 10K Results</h1>
<p>Fun &amp; &quot;free&quot; &lt;b&gt;</p>
<p><a href="/results/river-10k/2026?distance=10%20KM&amp;q=&quot;">Open the page</a></p>
</body>
</html>
"#
        );
    }

    #[rstest]
    #[case("", "")]
    #[case("", "https://example.org/logo.svg")]
    #[case("#0a7d4f", "https://example.org/a.jpg?b&c")]
    fn a_race_gives_its_card_a_colour_and_a_picture(#[case] color: &str, #[case] picture: &str) {
        let card = Card {
            color: color.into(),
            picture: picture.into(),
            ..Card::default()
        };
        let html = document(&card, "results/river-10k/2026", None, "");
        let tag = format!(
            "<meta property=\"og:image\" content=\"{}\">\n",
            escaped(picture)
        );
        assert_eq!(
            html.matches("og:image").count(),
            usize::from(!picture.is_empty())
        );
        assert!(picture.is_empty() || html.contains(&tag), "{html}");
        assert_eq!(
            html.contains(&format!(
                "<meta name=\"theme-color\" content=\"{color}\">\n<link"
            )),
            !color.is_empty()
        );
    }

    /// The tags of a document, without the text between them and inside their attributes' quotes.
    fn skeleton(html: &str) -> String {
        let (mut out, mut in_tag, mut in_quotes) = (String::new(), false, false);
        for c in html.chars() {
            match c {
                '<' if !in_tag => in_tag = true,
                '"' if in_tag => in_quotes = !in_quotes,
                '>' if in_tag && !in_quotes => {
                    in_tag = false;
                    out.push('>');
                    continue;
                }
                _ => {}
            }
            if in_tag && !in_quotes {
                out.push(c);
            }
        }
        out
    }

    fn attack() -> impl Strategy<Value = String> {
        let corpus = [
            "<script>alert(1)</script>",
            "\"><img src=x onerror=alert(1)>",
            "'><svg/onload=alert(1)>",
            "</title><script>alert(1)//",
            "<!--",
            "]]>",
            "&lt;script&gt;",
            "javascript:alert(1)",
            "\" http-equiv=\"refresh\" content=\"0;url=//evil",
            "\u{202e}evil\u{0}\u{1b}[31m",
            "{{7*7}}",
            "`",
            "&#x22;",
            "</h1></body></html>",
        ];
        prop_oneof![
            prop::sample::select(corpus.to_vec()).prop_map(str::to_owned),
            any::<String>(),
            ".{0,400}"
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

        #[test]
        fn uploaded_markup_comes_out_as_text(title in attack(), description in attack(), color in attack(), picture in attack(), name in attack(), path in attack(), oembed in attack(), has_certificate in any::<bool>()) {
            let certificate = |name: String| has_certificate.then(|| Certificate { name, ..Certificate::default() });
            let some = |text: &String| if text.is_empty() { String::new() } else { "x".to_owned() };
            let plain = Card { color: some(&color), picture: some(&picture), certificate: certificate(String::new()), ..Card::default() };
            let card = Card { title, description, color, picture, certificate: certificate(name) };
            prop_assert_eq!(skeleton(&document(&card, &path, None, "")), skeleton(&document(&plain, "", None, "")));
            let drawn = Some(Drawn { address: "https://results.example.org/x.png", width: 1, height: 2 });
            prop_assert_eq!(skeleton(&document(&card, &path, drawn, &oembed)), skeleton(&document(&plain, "", drawn, &some(&oembed))));
        }
    }
}
