//! E-mail addresses (contract 2.12).

/// Trims the address and says whether it is one, up to `limit` characters.
#[must_use]
pub fn checked(text: &str, limit: usize) -> Option<&str> {
    let address = text.trim();
    let (local, domain) = address.split_once('@')?;
    let domain_fits = domain
        .chars()
        .all(|c| c.is_alphanumeric() || c == '-' || c == '.')
        && domain.contains('.')
        && domain.split('.').all(|label| !label.is_empty());
    let local_fits = !local.is_empty()
        && local.chars().count() <= 64
        && !local.chars().any(|c| c.is_whitespace() || c.is_control());
    (domain_fits && local_fits && address.chars().count() <= limit).then_some(address)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(" rd@example.org ", Some("rd@example.org"))]
    #[case("a+b@x-y.co.uk", Some("a+b@x-y.co.uk"))]
    #[case("rd@example", None)]
    #[case("rd@example.", None)]
    #[case("rd@.org", None)]
    #[case("r d@example.org", None)]
    #[case("rd@exa mple.org", None)]
    #[case("a@b@example.org", None)]
    #[case("@example.org", None)]
    #[case("", None)]
    fn an_address_is_trimmed_or_refused(#[case] text: &str, #[case] expected: Option<&str>) {
        assert_eq!(checked(text, 100), expected);
    }
}
