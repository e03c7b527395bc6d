//! How an editor puts a year's results on another page: oEmbed 1.0 (oembed.com), a frame with the
//! embedded table (pages.md C27).

use serde_json::{Value, json};

use super::of_year;
use crate::{
    card::shown,
    html::escaped,
    race::{Event, Slug, Year, YearKey},
};

/// The frame's size in pixels. The width is only told: the frame is as wide as the page lets it be.
const WIDTH: u32 = 640;
const HEIGHT: u32 = 640;

/// The answer for a year; `site` is the site's own address, `https://results.example.org`.
#[must_use]
pub fn oembed(event: &Event, year: &Year, site: &str) -> Value {
    let title = format!("{} {} Results", shown(&year.year), event.name);
    let frame = format!(
        r#"<iframe src="{}" title="{}" width="100%" height="{HEIGHT}" frameborder="0" loading="lazy"></iframe>"#,
        escaped(&format!(
            "{site}/embed/{}",
            of_year(&Slug::new(&event.slug), &YearKey::new(&year.year))
        )),
        escaped(&title),
    );
    json!({
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_url": site,
        "width": WIDTH,
        "height": HEIGHT,
        "html": frame,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_whose_texts_stay_texts() {
        let event = Event {
            name: "Tom's \"10\" <b>".into(),
            slug: "tom's-10".into(),
            ..Event::default()
        };
        let year = Year {
            year: "2026-May".into(),
            ..Year::default()
        };
        assert_eq!(
            oembed(&event, &year, "https://r.example"),
            json!({
                "version": "1.0",
                "type": "rich",
                "title": "2026 Tom's \"10\" <b> Results",
                "provider_url": "https://r.example",
                "width": 640,
                "height": 640,
                "html": "<iframe src=\"https://r.example/embed/tom&#39;s-10/2026-May\" title=\"2026 Tom&#39;s &quot;10&quot; &lt;b&gt; Results\" width=\"100%\" height=\"640\" frameborder=\"0\" loading=\"lazy\"></iframe>",
            })
        );
    }
}
