//! Enums whose values have names: on the wire, in settings, in keys and in stored items.

/// Defines an enum of values with names.
macro_rules! named {
    ($(#[$meta:meta])* pub enum $type:ident { $($(#[$about:meta])* $value:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        pub enum $type {
            $($(#[$about])* $value,)+
        }

        impl $type {
            /// All of them, in this order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$value),+];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            /// The one with this name, which must match exactly.
            #[must_use]
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
pub(crate) use named;
