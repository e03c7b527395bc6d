//! Reading request bodies: strict about types, lenient about what is left out (contract 1.2).
//!
//! serde alone would accept a list as an object, so every object is read through [`Wire`].

use std::borrow::Cow;

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Visitor},
    forward_to_deserialize_any,
};

pub use unreadable::Unreadable;
pub(crate) use unreadable::repeated_key;

mod unreadable;

/// Reads a body. An empty body or `null` is the default; anything else that is not one object is
/// refused.
///
/// # Errors
/// [`Unreadable`] for broken JSON, trailing characters, invalid UTF-8, a wrong type or a repeated
/// key.
pub fn read<T: Wire>(body: &[u8]) -> Result<T, Unreadable> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    if body.is_empty() {
        return Ok(T::default());
    }
    // serde_json checks the text only of keys that it knows
    let text = std::str::from_utf8(body).map_err(|error| Unreadable::not_utf8(body, error))?;
    let text = &whole_characters(text);
    serde_json::from_str::<Read<T>>(text)
        .map(|read| read.0)
        .map_err(|error| Unreadable::of::<Read<T>>(text, &error))
}

/// Some programs begin a text with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Replaces escapes that are half a character by U+FFFD: a program that cuts a name to a length
/// may cut an emoji in two, and JSON with half of it is no text. All positions stay the same.
fn whole_characters(text: &str) -> Cow<'_, str> {
    let mut found = Cow::Borrowed(text);
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find('\\')) {
        at += next;
        let half = code_unit(text, at).filter(|unit| (0xd800..0xe000).contains(unit));
        let Some(half) = half else {
            // the escaped character may be a backslash
            at += 1 + text
                .get(at + 1..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
            continue;
        };
        let other = code_unit(text, at + ESCAPE).filter(|unit| (0xdc00..0xe000).contains(unit));
        if half < 0xdc00 && other.is_some() {
            at += 2 * ESCAPE;
        } else {
            found.to_mut().replace_range(at..at + ESCAPE, "\\ufffd");
            at += ESCAPE;
        }
    }
    found
}

/// The length of an escape such as `\\ud83c`.
const ESCAPE: usize = 6;

/// The code unit that the escape at this position stands for.
fn code_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex
        .then(|| u32::from_str_radix(digits, 16).ok())
        .flatten()
}

/// A value on the wire. If it is missing or `null`, it has its default.
pub trait Wire: Default + Sized {
    /// Reads the value or `null`.
    ///
    /// # Errors
    /// The deserializer's, for a wrong JSON type.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

/// The `deserialize_with` function of every field of a request.
pub(crate) fn field<'de, D: Deserializer<'de>, T: Wire>(from: D) -> Result<T, D::Error> {
    T::read(from)
}

struct Read<T>(T);

impl<'de, T: Wire> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read(from).map(Self)
    }
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Wire for $type {
            fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Option::<$type>::deserialize(from).map(Option::unwrap_or_default)
            }
        }
    )*};
}

plain!(String, i64, f64, bool);

impl<T: Wire> Wire for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list = Option::<Vec<Read<T>>>::deserialize(from)?.unwrap_or_default();
        Ok(list.into_iter().map(|read| read.0).collect())
    }
}

impl<T: Wire> Wire for Option<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Option::<Read<T>>::deserialize(from)?.map(|read| read.0))
    }
}

/// Reads an object, or `null` as the default. A list is refused.
pub(crate) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    from: D,
) -> Result<T, D::Error> {
    Ok(Option::<Object<T>>::deserialize(from)?
        .map(|object| object.0)
        .unwrap_or_default())
}

struct Object<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(MapOnly(from)).map(Self)
    }
}

/// Passes a struct's visitor to the map reader, which does not accept a list.
struct MapOnly<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for MapOnly<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// Defines a request, or an object in one. Every field is optional, and `null` is its default. Also
/// derives its schema for the OpenAPI document.
macro_rules! wire {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* }) => {
        #[derive(Clone, Debug, Default, PartialEq, serde::Deserialize, utoipa::ToSchema)]
        $(#[$meta])*
        pub struct $name {
            $($(#[$field_meta])* #[serde(default, deserialize_with = "crate::json::field")] pub $field: $type,)*
        }

        impl crate::json::Wire for $name {
            fn read<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                crate::json::object(from)
            }
        }
    };
}
pub(crate) use wire;

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    wire! {
        /// An element.
        pub struct Inner { pub n: i64, }
    }

    wire! {
        /// A request.
        pub struct Outer { pub text: String, pub flag: bool, pub list: Vec<Inner>, pub maybe: Option<i64>, pub value: f64, pub inner: Inner, }
    }

    #[rstest]
    #[case("")]
    #[case("null")]
    #[case("{}")]
    #[case(r#"{"text":null,"flag":null,"list":null,"maybe":null,"value":null,"inner":null}"#)]
    #[case(r#"{"unknown":{"a":[1,2]},"Text":"x"}"#)]
    #[case(" { } ")]
    fn missing_and_null_fields_get_their_defaults(#[case] body: &str) {
        assert_eq!(read::<Outer>(body.as_bytes()).unwrap(), Outer::default());
    }

    #[test]
    fn a_byte_order_mark_is_left_out() {
        let read_text = |body: &str| read::<Outer>(body.as_bytes()).unwrap().text;
        assert_eq!(read_text("\u{feff}{\"text\":\"\u{feff}a\"}"), "\u{feff}a");
        assert_eq!(read_text("\u{feff}"), "");
        assert!(read::<Outer>("\u{feff}\u{feff}{}".as_bytes()).is_err());
    }

    #[rstest]
    #[case(r"\ud83c", "\u{fffd}")]
    #[case(r"\uDFC3", "\u{fffd}")]
    #[case(r"Zo\u00eb \ud83c\udfc3", "Zoë \u{1f3c3}")]
    #[case(r"\ud83cx\udfc3", "\u{fffd}x\u{fffd}")]
    #[case(r"\ud83c\ud83c\udfc3", "\u{fffd}\u{1f3c3}")]
    #[case(r"\udfc3\ud83c", "\u{fffd}\u{fffd}")]
    #[case(r"\\ud83c", r"\ud83c")]
    #[case(r"\\\ud83c", "\\\u{fffd}")]
    #[case(r#"é\"\ud83c"#, "é\"\u{fffd}")]
    #[case(r"\n\ud83c\n", "\n\u{fffd}\n")]
    #[case(r"\ufffd\ue000", "\u{fffd}\u{e000}")]
    fn half_a_character_is_replaced(#[case] sent: &str, #[case] expected: &str) {
        let read = read::<Outer>(format!("{{\"text\":\"{sent}\"}}").as_bytes());
        assert_eq!(read.unwrap().text, expected);
    }

    #[rstest]
    #[case(r"\ud83")]
    #[case(r"\ud8é")]
    #[case(r"\u+83c")]
    #[case(r"\")]
    fn an_invalid_escape_is_refused(#[case] sent: &str) {
        assert!(read::<Outer>(format!("{{\"text\":\"{sent}\"}}").as_bytes()).is_err());
    }

    #[rstest]
    #[case("[]")]
    #[case("1")]
    #[case("\"x\"")]
    #[case("true")]
    #[case("{")]
    #[case("{} x")]
    #[case(r#"{"text":1}"#)]
    #[case(r#"{"maybe":"1"}"#)]
    #[case(r#"{"maybe":1.0}"#)]
    #[case(r#"{"maybe":1e3}"#)]
    #[case(r#"{"maybe":9223372036854775808}"#)]
    #[case(r#"{"flag":0}"#)]
    #[case(r#"{"flag":"true"}"#)]
    #[case(r#"{"list":"a"}"#)]
    #[case(r#"{"list":{}}"#)]
    #[case(r#"{"list":[[1]]}"#)]
    #[case(r#"{"inner":[1]}"#)]
    #[case(r#"{"inner":"x"}"#)]
    #[case(r#"{"text":"a","text":"b"}"#)]
    #[case(r#"["",true]"#)]
    fn other_types_and_repeated_keys_are_refused(#[case] body: &str) {
        assert!(read::<Outer>(body.as_bytes()).is_err());
    }

    /// The message says in words what is wrong and where, and never contains what was sent there.
    #[rstest]
    #[case(b"[]", "The body must be an object.")]
    #[case(b"\"secret\"", "The body must be an object.")]
    #[case(b"7", "The body must be an object.")]
    #[case(br#"{"text":5551234567}"#, "text must be a text in quotes.")]
    #[case(
        br#"{"maybe":"secret, expected a list at line 1"}"#,
        "maybe must be a whole number of 64 bits, without quotes, fraction or exponent."
    )]
    #[case(
        br#"{"maybe":1.5}"#,
        "maybe must be a whole number of 64 bits, without quotes, fraction or exponent."
    )]
    #[case(
        br#"{"maybe":9223372036854775808}"#,
        "maybe must be a whole number of 64 bits, without quotes, fraction or exponent."
    )]
    #[case(br#"{"value":"secret"}"#, "value must be a number, without quotes.")]
    #[case(br#"{"flag":"secret"}"#, "flag must be true or false, without quotes.")]
    #[case(br#"{"list":"secret"}"#, "list must be a list.")]
    #[case(
        br#"{"list":[{},null,{"n":"secret"}]}"#,
        "list[2].n must be a whole number of 64 bits, without quotes, fraction or exponent."
    )]
    #[case(br#"{"list":["secret"]}"#, "list[0] must be an object.")]
    #[case(br#"{"inner":["secret"]}"#, "inner must be an object.")]
    #[case(
        br#"{"inner":{"n":true}}"#,
        "inner.n must be a whole number of 64 bits, without quotes, fraction or exponent."
    )]
    #[case(
        br#"{"list":[{"n":1,"n":2}]}"#,
        "list[0] has the key \"n\" more than once."
    )]
    #[case(
        br#"{"text":"secret","text":"b"}"#,
        "The body has the key \"text\" more than once."
    )]
    #[case(br#"{"value":1e400}"#, "value: number out of range.")]
    #[case(
        b"{",
        "It is not JSON at line 1, column 1: EOF while parsing an object."
    )]
    #[case(
        b"{\n  \"text\": secret\n}",
        "It is not JSON at line 2, column 11: expected value."
    )]
    #[case("{\"text\":\"é日\" 1}".as_bytes(), "It is not JSON at line 1, column 14: expected `,` or `}`.")]
    #[case(
        b"{} secret",
        "It is not JSON at line 1, column 4: trailing characters."
    )]
    #[case(
        b"{\"unknown\":secret}",
        "It is not JSON at line 1, column 12: expected value."
    )]
    #[case(b"slug=secret", "It is not JSON at line 1, column 1: expected value.")]
    #[case(
        b"{\"text\":\n\"\xc3\xa9\xff\"}",
        "It must be JSON in UTF-8, and at line 2, column 3 it is not UTF-8."
    )]
    #[case(
        b"{\"unknown\":\"\xff\"}",
        "It must be JSON in UTF-8, and at line 1, column 13 it is not UTF-8."
    )]
    fn an_error_names_the_place_but_no_value(#[case] body: &[u8], #[case] expected: &str) {
        let message = read::<Outer>(body).unwrap_err().to_string();
        assert_eq!(message, format!("Invalid Request Body. {expected}"));
        assert!(!message.contains("secret"));
    }

    proptest::proptest! {
        /// No text that is sent in a field of another type is in the message.
        #[test]
        fn an_error_never_repeats_a_sent_value(value in "[a-z ,:\"\\\\]{0,12}zqx[a-z ,:`]{0,20}", field in 0..5usize) {
            let value = serde_json::to_string(&value).unwrap();
            let body = [
                format!("{{\"maybe\":{value}}}"),
                format!("{{\"list\":[{{\"n\":{value}}}]}}"),
                format!("{{\"inner\":{value}}}"),
                format!("{{\"text\":{value} {value}}}"),
                format!("{{\"text\":{value},\"flag\":[{value}]}}"),
            ];
            let message = read::<Outer>(body[field].as_bytes()).unwrap_err().to_string();
            proptest::prop_assert!(!message.contains("zqx"), "{}", message);
        }
    }

    #[test]
    fn a_null_element_is_an_element_with_all_defaults() {
        let outer: Outer = read(br#"{"list":[null,{"n":2}],"value":3,"maybe":0}"#).unwrap();
        assert_eq!(outer.list, [Inner::default(), Inner { n: 2 }]);
        assert_eq!((outer.value, outer.maybe), (3.0, Some(0)));
    }
}
