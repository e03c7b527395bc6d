//! Signing in and staying signed in (contract 3.3, 4.8).

use serde::Serialize;
use utoipa::ToSchema;

use crate::json::wire;

wire! {
    /// Request of `account/login`.
    pub struct Login {
        /// E-mail address of the account, in any case.
        pub email: String,
        /// Its password, up to 1,024 bytes.
        pub password: String,
    }
}

wire! {
    /// Request of `account/refresh`.
    pub struct Refresh {
        /// The refresh token of the last login or refresh. The one before it is accepted for ten
        /// seconds after it was replaced.
        pub refresh_token: String,
    }
}

wire! {
    /// Request of `account/password`.
    pub struct ChangePassword {
        /// The caller's current password; ignored when the account is another's.
        pub old_password: String,
        /// The new password: at least 8 characters and at most 1,024 bytes.
        pub new_password: String,
        /// E-mail address of another account, for administrators only; empty, or the caller's own:
        /// the caller's account.
        pub email: String,
    }
}

/// Both tokens of a session; each refresh replaces them.
#[derive(Serialize, ToSchema)]
pub struct Tokens {
    /// The token to send after `Bearer` in `Authorization`; valid for 15 minutes.
    pub access_token: String,
    /// The token for `account/refresh`; valid for 7 days. A refresh replaces it, after which it is
    /// accepted for another ten seconds and returns the same successor.
    pub refresh_token: String,
}
