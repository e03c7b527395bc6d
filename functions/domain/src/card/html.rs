//! The document around a card: the names that programs know it by (Open Graph, Twitter), and a link
//! for people.

use super::{Card, Certificate, Drawn};

/// No script, no style, nothing inline and no embedded picture: it is shown under the site's own
/// Content-Security-Policy. The address is only in the link: a program keeps the one it was given,
/// which has the view that was shared.
pub fn document(card: &Card, path: &str, drawn: Option<Drawn>) -> String {
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
{picture}{color}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
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

/// The text with every character that could end a text or an attribute written as a reference.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}
