//! Reading request bodies: strict about types, lenient about what is left out (contract 1.2).
//!
//! serde alone would accept a list as an object, so every object is read through [`Wire`].

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
    if body.is_empty() {
        return Ok(T::default());
    }
    // serde_json checks the text only of keys that it knows
    let text = std::str::from_utf8(body).map_err(|error| Unreadable::not_utf8(body, error))?;
    serde_json::from_str::<Read<T>>(text)
        .map(|read| read.0)
        .map_err(|error| Unreadable::of::<Read<T>>(text, &error))
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
    fn what_is_left_out_is_the_default(#[case] body: &str) {
        assert_eq!(read::<Outer>(body.as_bytes()).unwrap(), Outer::default());
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
    fn what_is_wrong_is_refused(#[case] body: &str) {
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
    fn what_is_wrong_is_told(#[case] body: &[u8], #[case] expected: &str) {
        let message = read::<Outer>(body).unwrap_err().to_string();
        assert_eq!(message, format!("Invalid Request Body. {expected}"));
        assert!(!message.contains("secret"));
    }

    proptest::proptest! {
        /// No text that is sent in a field of another type is in the message.
        #[test]
        fn what_was_sent_is_never_told(value in "[a-z ,:\"\\\\]{0,12}zqx[a-z ,:`]{0,20}", field in 0..5usize) {
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
