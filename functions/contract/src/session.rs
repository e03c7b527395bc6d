//! Signing in and staying so (contract 3.3, 4.8).

use serde::Serialize;
use utoipa::ToSchema;

use crate::json::wire;

wire! {
    /// `account/login`.
    pub struct Login {
        /// E-mail, in any case.
        pub email: String,
        /// Password.
        pub password: String,
    }
}

wire! {
    /// `account/refresh`.
    pub struct Refresh {
        /// The refresh token of the last login or refresh.
        pub refresh_token: String,
    }
}

wire! {
    /// `account/password`.
    pub struct ChangePassword {
        /// One's own password until now; not looked at for another's account.
        pub old_password: String,
        /// The new one: 8 characters or more, up to 1,024 bytes.
        pub new_password: String,
        /// Another's e-mail, by an administrator; one's own or none mean oneself.
        pub email: String,
    }
}

/// `account/login`, `account/refresh`.
#[derive(Serialize, ToSchema)]
pub struct Tokens {
    /// For the `Authorization` header; 15 minutes.
    pub access_token: String,
    /// For `account/refresh`, once; 7 days.
    pub refresh_token: String,
}
