use aws_lc_rs::hkdf::Prk;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proptest::prelude::*;

use super::*;
use crate::cipher::Length;

fn bytes(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

/// A device with the private key that goes with its public one.
pub struct Receiver {
    private: PrivateKey,
    pub device: Device,
}

impl Receiver {
    pub fn new(endpoint: &str) -> Self {
        let private = PrivateKey::generate(&ECDH_P256).unwrap();
        let mut auth = [0; 16];
        rand::fill(&mut auth).unwrap();
        Self::with(private, &auth, endpoint)
    }

    fn with(private: PrivateKey, auth: &[u8], endpoint: &str) -> Self {
        let public = private.compute_public_key().unwrap();
        let [public, auth] = [public.as_ref(), auth].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
        Self {
            private,
            device: Device::stored(endpoint, &public, &auth).unwrap(),
        }
    }

    /// Decrypts as a browser does; written from the RFC, independently of the code above.
    pub fn decrypt(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_at_checked(16)?;
        let (size, rest) = rest.split_at_checked(4)?;
        let (length, rest) = rest.split_first()?;
        let (public, record) = rest.split_at_checked(usize::from(*length))?;
        assert!(record.len() <= u32::from_be_bytes(size.try_into().unwrap()) as usize);
        let mut info = b"WebPush: info\0".to_vec();
        info.extend_from_slice(self.device.public_key());
        info.extend_from_slice(public);
        let peer = UnparsedPublicKey::new(&ECDH_P256, public);
        let fill = |secret: &Prk, info: &[u8], into: &mut [u8]| {
            secret
                .expand(&[info], Length(into.len()))
                .unwrap()
                .fill(into)
                .unwrap()
        };
        let (mut input, mut key, mut nonce) = ([0; 32], [0; 16], [0; 12]);
        agreement::agree(&self.private, peer, (), |shared| {
            fill(
                &Salt::new(HKDF_SHA256, self.device.auth()).extract(shared),
                &info,
                &mut input,
            );
            Ok(())
        })
        .ok()?;
        let secret = Salt::new(HKDF_SHA256, salt).extract(&input);
        fill(&secret, b"Content-Encoding: aes128gcm\0", &mut key);
        fill(&secret, b"Content-Encoding: nonce\0", &mut nonce);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let mut record = record.to_vec();
        let text = key
            .open_in_place(
                Nonce::assume_unique_for_key(nonce),
                Aad::empty(),
                &mut record,
            )
            .ok()?;
        let end = text.iter().rposition(|byte| *byte != 0)?;
        (text.get(end) == Some(&LAST)).then(|| text[..end].to_vec())
    }
}

/// RFC 8291, section 5 and appendix A.
#[test]
fn the_rfcs_example_is_encrypted_as_shown() {
    let theirs = PrivateKey::from_private_key(
        &ECDH_P256,
        &bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    )
    .unwrap();
    let receiver = Receiver::with(
        theirs,
        &bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
    );
    let ours = PrivateKey::from_private_key(
        &ECDH_P256,
        &bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    .unwrap();
    let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
    let message = b"When I grow up, I want to be a watermelon";
    let body = encrypt_with(&receiver.device, message, &ours, salt).unwrap();
    let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                    pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    assert_eq!(URL_SAFE_NO_PAD.encode(&body), expected);
    assert_eq!(receiver.decrypt(&body).as_deref(), Some(message.as_slice()));
}

#[test]
fn a_key_that_is_no_point_is_an_error() {
    let receiver = Receiver::new("https://push.example.net/1");
    let [_, auth] = receiver.device.keys();
    let no_point = URL_SAFE_NO_PAD.encode([vec![4], vec![1; 64]].concat());
    assert!(
        encrypt(
            &Device::stored("https://push.example.net/1", &no_point, &auth).unwrap(),
            b"x"
        )
        .is_err()
    );
}

#[test]
fn two_messages_share_nothing() {
    let receiver = Receiver::new("https://push.example.net/1");
    let [one, other] = [(), ()].map(|()| encrypt(&receiver.device, b"the same").unwrap());
    assert_ne!(one[..16], other[..16], "the salts");
    assert_ne!(
        one[HEADER - POINT..HEADER],
        other[HEADER - POINT..HEADER],
        "the keys"
    );
    assert_ne!(one[HEADER..], other[HEADER..]);
}

proptest! {
    #[test]
    fn an_encrypted_message_is_read_by_its_device_only(message in proptest::collection::vec(any::<u8>(), 0..LONGEST), place: prop::sample::Index) {
        let (receiver, other) = (Receiver::new("https://push.example.net/1"), Receiver::new("https://push.example.net/2"));
        let body = encrypt(&receiver.device, &message).unwrap();
        prop_assert!(body.len() <= 4_096);
        prop_assert_eq!(receiver.decrypt(&body), Some(message));
        prop_assert_eq!(other.decrypt(&body), None);
        let mut changed = body;
        // a byte of the record; the record size in the header is not authenticated
        let at = HEADER + place.index(changed.len() - HEADER);
        changed[at] ^= 1;
        prop_assert_eq!(receiver.decrypt(&changed), None);
    }
}
