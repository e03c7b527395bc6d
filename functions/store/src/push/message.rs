//! Messages that only a device can read: RFC 8291 over RFC 8188 (`aes128gcm`), one record.

use aws_lc_rs::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey},
    error::Unspecified,
    hkdf::{HKDF_SHA256, Salt},
    rand,
};
use chute_domain::device::Device;

use crate::cipher::expanded;

/// Maximum length of a message in bytes: what every push service accepts (RFC 8030, section 7.2),
/// less what this coding adds to it.
pub(super) const LONGEST: usize = 4_096 - HEADER - 17;

const RECORD: u32 = 4_096;
const SALT: usize = 16;
const POINT: usize = 65;
const HEADER: usize = SALT + 4 + 1 + POINT;
/// Marks the only record as the last one.
const LAST: u8 = 2;

/// Encrypts a message for a device, with a fresh key pair.
///
/// # Errors
/// If the device's key is not a point of the curve, or there is no randomness.
pub(super) fn encrypt(device: &Device, message: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let mut salt = [0; SALT];
    rand::fill(&mut salt)?;
    encrypt_with(device, message, &PrivateKey::generate(&ECDH_P256)?, salt)
}

fn encrypt_with(
    device: &Device,
    message: &[u8],
    ours: &PrivateKey,
    salt: [u8; SALT],
) -> Result<Vec<u8>, Unspecified> {
    let public = ours.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, device.public_key());
    let secret = agreement::agree(ours, theirs, Unspecified, |shared| {
        let shared = Salt::new(HKDF_SHA256, device.auth()).extract(shared);
        expanded::<32>(
            &shared,
            &[b"WebPush: info\0", device.public_key(), public.as_ref()],
        )
    })?;
    let secret = Salt::new(HKDF_SHA256, &salt).extract(&secret);
    let key = LessSafeKey::new(UnboundKey::new(
        &AES_128_GCM,
        &expanded::<16>(&secret, &[b"Content-Encoding: aes128gcm\0"])?,
    )?);
    // salt and key pair are used for this message only, so the nonce is unique
    let nonce = Nonce::assume_unique_for_key(expanded(&secret, &[b"Content-Encoding: nonce\0"])?);
    let mut record = [message, &[LAST]].concat();
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;
    let length = u8::try_from(public.as_ref().len()).map_err(|_| Unspecified)?;
    Ok([
        &salt,
        RECORD.to_be_bytes().as_slice(),
        &[length],
        public.as_ref(),
        &record,
    ]
    .concat())
}

#[cfg(test)]
pub(super) mod tests;
