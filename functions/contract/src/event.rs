//! Events and years in requests (contract 2.1, 2.2).

use chute_domain::{
    event_time::EventTime,
    race::{Branding, Declared, Event, Official, Year},
};

use crate::{
    Invalid, email,
    json::wire,
    text::{is_over, within},
};

wire! {
    /// An event as sent, to be added or to replace all fields of the one with its slug.
    pub struct EventIn {
        /// Name as shown, 1 to 100 characters: letters and digits of any script, blanks and
        /// `' / & - . , ( ) + #`. Several events may have the same name.
        #[schema(max_length = 100)]
        pub name: String,
        /// Name on certificates, up to 100 characters; empty: `name` is used.
        #[schema(max_length = 100)]
        pub cert_name: String,
        /// Name in web addresses: 1 to 50 letters `a` to `z`, digits and hyphens, stored in lower
        /// case. Unique in the deployment, and can never be changed.
        #[schema(max_length = 50, pattern = "^[0-9A-Za-z-]+$")]
        pub slug: String,
        /// The event's own website: an address beginning with http:// or https://, up to 200
        /// characters; may be empty.
        #[schema(max_length = 200, pattern = "^(https?://.+)?$")]
        pub website: String,
        /// A picture of the event: an address beginning with http:// or https://, up to 200
        /// characters; may be empty.
        #[schema(max_length = 200, pattern = "^(https?://.+)?$")]
        pub image: String,
        /// E-mail address to which runners can write; shown to everybody. Must be given.
        #[schema(max_length = 100)]
        pub contact_email: String,
        /// Whether only keys of its owner can read it, and nothing of it is published.
        pub access_restricted: bool,
        /// What decides the race: `distance` (first across the line), `time` (most laps) or
        /// `backyardultra` (last one standing).
        #[serde(rename = "type")]
        #[schema(pattern = "^(distance|time|backyardultra)$")]
        pub kind: String,
        /// Colour of the race's pages: `#` and six hexadecimal digits; empty: none. Missing or
        /// null: unchanged.
        #[schema(pattern = "^(#[0-9A-Fa-f]{6})?$")]
        pub accent_color: Option<String>,
        /// Logo on the race's pages: an address beginning with https://, up to 200 characters;
        /// empty: none. Missing or null: unchanged.
        #[schema(max_length = 200, pattern = "^(https://.+)?$")]
        pub logo: Option<String>,
        /// One line about sponsors, up to 120 characters; empty: none. Missing or null: unchanged.
        #[schema(max_length = 120)]
        pub sponsor: Option<String>,
    }
}

wire! {
    /// A year as sent, to be added or to replace all fields of the one with its key.
    pub struct YearIn {
        /// Key of the year within the event: 1 to 20 letters, digits and hyphens, such as `2026` or
        /// `2026-May`. Compared exactly, and can never be changed.
        #[schema(max_length = 20, pattern = "^[0-9A-Za-z-]+$")]
        pub year: String,
        /// Start of the race with its offset, such as `2026-05-02T08:00:00-07:00`: RFC 3339, or one
        /// of the other forms of contract 1.6.
        pub date_time: String,
        /// Whether the race is in progress. A label only: no result depends on it.
        pub live: bool,
        /// Number of days after `date_time` during which people can subscribe to alerts; 0 or less:
        /// never.
        pub days_allowed: i64,
        /// Which time the site initially ranks by: `gun`, `chip` or `mixed`. Any text of up to 20
        /// characters is stored.
        #[schema(max_length = 20)]
        pub ranking_type: String,
        /// Whether the results are official: empty (not said), `unofficial`, `now`, or the time
        /// since when they have been official. Missing or null: unchanged.
        pub official: Option<String>,
    }
}

impl EventIn {
    /// Checks the event. Returns it without its branding (colour, logo, sponsor), and the fields of the
    /// branding that were sent.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(self) -> Result<(Event, Branding), Invalid> {
        let name = self.name.trim().to_owned();
        let in_name =
            |c: char| c.is_alphanumeric() || c.is_whitespace() || "'/&-.,()+#".contains(c);
        if !name.chars().all(in_name)
            || !name.chars().any(char::is_alphanumeric)
            || is_over(&name, 100)
        {
            return Err(Invalid::new(
                "name",
                "up to 100 letters, digits, blanks and ' / & - . , ( ) + #, at least one letter or digit",
            ));
        }
        within("cert_name", &self.cert_name, 100, "up to 100 characters")?;
        let slug = self.slug.to_lowercase();
        if slug.is_empty()
            || slug.len() > 50
            || !slug
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        {
            return Err(Invalid::new(
                "slug",
                "1 to 50 of the letters a to z, digits and hyphens",
            ));
        }
        for (field, address) in [("website", &self.website), ("image", &self.image)] {
            if !address.is_empty() && (!is_web_address(address) || is_over(address, 200)) {
                return Err(Invalid::new(
                    field,
                    "empty, or an address beginning with http:// or https:// of up to 200 characters",
                ));
            }
        }
        let Some(contact_email) = email::checked(&self.contact_email, 100) else {
            return Err(Invalid::new(
                "contact_email",
                "an e-mail address of up to 100 characters",
            ));
        };
        if !matches!(self.kind.as_str(), "distance" | "time" | "backyardultra") {
            return Err(Invalid::new("type", "distance, time or backyardultra"));
        }
        let branding = Branding {
            accent_color: self.accent_color.map(accent_color).transpose()?,
            logo: self.logo.map(logo).transpose()?,
            sponsor: self.sponsor.map(sponsor).transpose()?,
        };
        let event = Event {
            name,
            contact_email: contact_email.to_owned(),
            cert_name: self.cert_name,
            slug,
            website: self.website,
            image: self.image,
            access_restricted: self.access_restricted,
            kind: self.kind,
            ..Event::default()
        };
        Ok((event, branding))
    }
}

fn accent_color(sent: String) -> Result<String, Invalid> {
    let color = sent.to_ascii_lowercase();
    let is_color = color
        .strip_prefix('#')
        .is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()));
    if is_color || color.is_empty() {
        return Ok(color);
    }
    Err(Invalid::new(
        "accent_color",
        "empty, or # and six of the digits 0 to 9 and a to f, such as #0a7d4f",
    ))
}

/// The site's content security policy allows only pictures from https addresses.
fn logo(address: String) -> Result<String, Invalid> {
    if address.is_empty()
        || address.starts_with("https://") && is_web_address(&address) && !is_over(&address, 200)
    {
        return Ok(address);
    }
    Err(Invalid::new(
        "logo",
        "empty, or an address beginning with https:// of up to 200 characters",
    ))
}

fn sponsor(sent: String) -> Result<String, Invalid> {
    let line = sent.trim();
    // line and paragraph separators are not control characters, but break a line, too
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if is_over(line, 120) || line.chars().any(breaks) {
        return Err(Invalid::new(
            "sponsor",
            "one line of up to 120 characters, without control characters",
        ));
    }
    Ok(line.to_owned())
}

fn is_web_address(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.is_empty()
            && !rest.starts_with('/')
            && !rest.chars().any(|c| c.is_whitespace() || c.is_control())
    })
}

impl YearIn {
    /// Checks the year. Returns it, and separately whether its results were declared official; the
    /// year itself does not say.
    ///
    /// # Errors
    /// [`Invalid`] names the first field that is not accepted.
    pub fn checked(self) -> Result<(Year, Option<Declared>), Invalid> {
        if self.year.is_empty()
            || self.year.len() > 20
            || !self
                .year
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
        {
            return Err(Invalid::new("year", "1 to 20 letters, digits and hyphens"));
        }
        let year = EventTime::year_in(&self.date_time);
        if year.is_some_and(|year| !(1900..=2199).contains(&year)) {
            return Err(Invalid::new(
                "date_time",
                "a year from 1900 to 2199; another one is that of another calendar, so set the region of the computer to the Gregorian calendar",
            ));
        }
        let Ok(date_time) = EventTime::parse(&self.date_time) else {
            return Err(Invalid::new(
                "date_time",
                "a real date and time with an offset, such as 2026-05-02T08:00:00-07:00",
            ));
        };
        within(
            "ranking_type",
            &self.ranking_type,
            20,
            "up to 20 characters",
        )?;
        let declared = self.official.map(|sent| declared(&sent)).transpose()?;
        let year = Year {
            year: self.year,
            date_time,
            live: self.live,
            days_allowed: self.days_allowed,
            ranking_type: self.ranking_type,
            official: Official::Unsaid,
        };
        Ok((year, declared))
    }
}

fn declared(sent: &str) -> Result<Declared, Invalid> {
    match sent.trim() {
        "now" => Ok(Declared::Now),
        said @ ("" | "unofficial") => Ok(Declared::As(Official::from(said.to_owned()))),
        time => match EventTime::parse(time) {
            Ok(since) => Ok(Declared::As(Official::Since(since))),
            Err(_) => Err(Invalid::new(
                "official",
                "empty, unofficial, now, or a date and time with an offset, such as 2026-05-02T16:00:00-07:00",
            )),
        },
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn event() -> EventIn {
        EventIn {
            name: "River 10K".into(),
            slug: "River-10K".into(),
            contact_email: "rd@example.org".into(),
            kind: "distance".into(),
            ..EventIn::default()
        }
    }

    #[test]
    fn a_good_event_is_taken_with_its_slug_in_lower_case() {
        assert_eq!(event().checked().unwrap().0.slug, "river-10k");
    }

    #[test]
    fn a_face_is_taken_its_colour_in_lower_case_and_its_line_trimmed() {
        let sent = EventIn {
            accent_color: Some("#0A7D4F".into()),
            logo: Some("https://example.org/logo.svg".into()),
            sponsor: Some(" With thanks to Ñandú & Co. ".into()),
            ..event()
        };
        let branding = Branding {
            accent_color: Some("#0a7d4f".into()),
            logo: Some("https://example.org/logo.svg".into()),
            sponsor: Some("With thanks to Ñandú & Co.".into()),
        };
        assert_eq!(sent.checked().unwrap().1, branding);
    }

    #[test]
    fn missing_parts_of_the_branding_stay_and_empty_ones_go() {
        let stored = Event {
            accent_color: "#0a7d4f".into(),
            logo: "https://example.org/a.png".into(),
            ..Event::default()
        };
        let (sent, branding) = EventIn {
            logo: Some(String::new()),
            ..event()
        }
        .checked()
        .unwrap();
        let after = branding.over(&stored, sent);
        assert_eq!(
            (
                after.name.as_str(),
                after.accent_color.as_str(),
                after.logo.as_str()
            ),
            ("River 10K", "#0a7d4f", "")
        );
    }

    #[rstest]
    #[case("name", EventIn { name: " ".into(), ..event() })]
    #[case("name", EventIn { name: "a".repeat(101), ..event() })]
    #[case("name", EventIn { name: "<b>".into(), ..event() })]
    #[case("name", EventIn { name: "-/-".into(), ..event() })]
    #[case("cert_name", EventIn { cert_name: "a".repeat(101), ..event() })]
    #[case("slug", EventIn { slug: String::new(), ..event() })]
    #[case("slug", EventIn { slug: "a b".into(), ..event() })]
    #[case("slug", EventIn { slug: "a,b".into(), ..event() })]
    #[case("slug", EventIn { slug: "a".repeat(51), ..event() })]
    #[case("website", EventIn { website: "example.org".into(), ..event() })]
    #[case("website", EventIn { website: "javascript:alert(1)".into(), ..event() })]
    #[case("image", EventIn { image: "ftp://example.org".into(), ..event() })]
    #[case("contact_email", EventIn { contact_email: String::new(), ..event() })]
    #[case("type", EventIn { kind: String::new(), ..event() })]
    #[case("type", EventIn { kind: "swim".into(), ..event() })]
    #[case("accent_color", EventIn { accent_color: Some("0a7d4f".into()), ..event() })]
    #[case("accent_color", EventIn { accent_color: Some("#0a7d4".into()), ..event() })]
    #[case("accent_color", EventIn { accent_color: Some("#0a7d4g".into()), ..event() })]
    #[case("accent_color", EventIn { accent_color: Some("#é7d4".into()), ..event() })]
    #[case("accent_color", EventIn { accent_color: Some(" #0a7d4f".into()), ..event() })]
    #[case("accent_color", EventIn { accent_color: Some("green".into()), ..event() })]
    #[case("logo", EventIn { logo: Some("http://example.org/a.png".into()), ..event() })]
    #[case("logo", EventIn { logo: Some("data:image/png;base64,AAAA".into()), ..event() })]
    #[case("logo", EventIn { logo: Some(format!("https://{}", "a".repeat(193))), ..event() })]
    #[case("sponsor", EventIn { sponsor: Some("a".repeat(121)), ..event() })]
    #[case("sponsor", EventIn { sponsor: Some("one\ntwo".into()), ..event() })]
    #[case("sponsor", EventIn { sponsor: Some("one\u{2028}two".into()), ..event() })]
    fn a_bad_event_names_its_field(#[case] field: &str, #[case] event: EventIn) {
        assert_eq!(event.checked().unwrap_err().field, field);
    }

    #[rstest]
    #[case("year", "", "2026-05-02T08:00:00Z")]
    #[case("year", "2026,May", "2026-05-02T08:00:00Z")]
    #[case("year", "202620262026202620261", "2026-05-02T08:00:00Z")]
    #[case("date_time", "2026", "2026-05-02T08:00:00")]
    #[case("date_time", "2026", "")]
    #[case("date_time", "2026", "2569/05/02 08:00:00 +07:00")]
    #[case("date_time", "2026", "1405/02/31 08:00:00 +03:30")]
    #[case("date_time", "2026", "1899-12-31T23:59:59Z")]
    #[case("date_time", "2026", "2200-01-01T00:00:00Z")]
    fn a_bad_year_names_its_field(
        #[case] field: &str,
        #[case] year: &str,
        #[case] date_time: &str,
    ) {
        let year = YearIn {
            year: year.into(),
            date_time: date_time.into(),
            ..YearIn::default()
        };
        assert_eq!(year.checked().unwrap_err().field, field);
    }

    #[rstest]
    #[case(None, None)]
    #[case(Some(""), Some(Declared::As(Official::Unsaid)))]
    #[case(Some("unofficial"), Some(Declared::As(Official::Unofficial)))]
    #[case(Some("now"), Some(Declared::Now))]
    #[case(Some("2026/05/02 16:00:00 -07:00"), Some(Declared::As(Official::Since(EventTime::parse("2026-05-02T16:00:00-07:00").unwrap()))))]
    fn a_declaration_about_results_is_read(
        #[case] sent: Option<&str>,
        #[case] expected: Option<Declared>,
    ) {
        let year = YearIn {
            year: "2026".into(),
            date_time: "2026-05-02T08:00:00Z".into(),
            official: sent.map(Into::into),
            ..YearIn::default()
        };
        assert_eq!(year.checked().unwrap().1, expected);
    }

    #[rstest]
    #[case("yes")]
    #[case("Official")]
    #[case("2026-05-02")]
    #[case("2026-05-02T16:00:00")]
    fn an_unknown_declaration_about_results_is_refused(#[case] sent: &str) {
        let year = YearIn {
            year: "2026".into(),
            date_time: "2026-05-02T08:00:00Z".into(),
            official: Some(sent.into()),
            ..YearIn::default()
        };
        assert_eq!(year.checked().unwrap_err().field, "official");
    }

    #[test]
    fn results_that_are_official_stay_so_since_when_they_were() {
        let (first, later) = (
            EventTime::from_unix(1_777_777_777),
            EventTime::from_unix(1_777_777_999),
        );
        assert_eq!(
            Declared::Now.over(&Official::Unofficial, first.clone()),
            Official::Since(first.clone())
        );
        assert_eq!(
            Declared::Now.over(&Official::Since(first.clone()), later.clone()),
            Official::Since(first)
        );
        assert_eq!(
            Declared::As(Official::Unofficial).over(&Official::Since(later.clone()), later),
            Official::Unofficial
        );
    }
}
