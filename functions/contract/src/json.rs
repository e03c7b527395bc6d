//! Reading request bodies: strict in types, forgiving in what is left out (contract 1.2).
//!
//! serde alone would take a list for an object, so every object is read through [`Wire`].

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Visitor},
    forward_to_deserialize_any,
};

/// The body is not a JSON object of the expected shape.
#[derive(Debug, thiserror::Error)]
#[error("Invalid Request Body")]
pub struct Unreadable(#[source] pub Option<serde_json::Error>);

/// Reads a body: empty or `null` is the default, anything but one object is refused.
///
/// # Errors
/// [`Unreadable`] for broken JSON, trailing characters, invalid UTF-8, a wrong type or a repeated key.
pub fn read<T: Wire>(body: &[u8]) -> Result<T, Unreadable> {
    if body.is_empty() {
        return Ok(T::default());
    }
    // serde_json looks at the text of the keys it knows only
    let body = std::str::from_utf8(body).map_err(|_| Unreadable(None))?;
    serde_json::from_str::<Read<T>>(body).map(|read| read.0).map_err(|error| Unreadable(Some(error)))
}

/// A value on the wire: missing and `null` are its default.
pub trait Wire: Default + Sized {
    /// Reads the value or `null`.
    ///
    /// # Errors
    /// The deserializer's, for a wrong JSON type.
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

/// `deserialize_with` of every field of a request.
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

/// Reads an object, `null` as the default; a list is not an object.
pub(crate) fn object<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(from: D) -> Result<T, D::Error> {
    Ok(Option::<Object<T>>::deserialize(from)?.map(|object| object.0).unwrap_or_default())
}

struct Object<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::deserialize(MapOnly(from)).map(Self)
    }
}

/// Hands a struct's visitor to the map reader, which takes no list.
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

/// Defines a request or an object in one: every field optional, `null` its default. Its schema is the OpenAPI document's.
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

    #[test]
    fn invalid_utf8_is_refused() {
        assert!(read::<Outer>(b"{\"text\":\"\xff\"}").is_err());
        assert!(read::<Outer>(b"{\"unknown\":\"\xff\"}").is_err());
    }

    #[test]
    fn a_null_element_is_an_element_with_all_defaults() {
        let outer: Outer = read(br#"{"list":[null,{"n":2}],"value":3,"maybe":0}"#).unwrap();
        assert_eq!(outer.list, [Inner::default(), Inner { n: 2 }]);
        assert_eq!((outer.value, outer.maybe), (3.0, Some(0)));
    }
}
