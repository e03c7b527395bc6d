//! Reads the doc comments of handlers from the sources. `chute_api::routes` describes their form.

use std::{fs, iter, path::Path};

use chute_api::openapi::{CODES, HandlerDoc};
use syn::{Attribute, Expr, ExprLit, Item, ItemFn, Lit, Meta};

/// Reads the doc comment of a handler, given its path as `routes.rs` writes it: relative to the
/// module of the routes, or beginning with `crate::`.
///
/// # Errors
/// When there is no such handler, or its comment does not have the form; the message names the
/// file.
pub fn of(sources: &Path, handler: &str) -> Result<HandlerDoc, String> {
    let path = match handler.strip_prefix("crate::") {
        Some(path) => path.to_owned(),
        None => format!("routes::{handler}"),
    };
    let (modules, function) = path
        .rsplit_once("::")
        .ok_or_else(|| format!("{handler}: in no module"))?;
    let file = sources.join(format!("{}.rs", modules.replace("::", "/")));
    let wrong = |what: String| format!("{}: {function}: {what}", file.display());
    let source = fs::read_to_string(&file).map_err(|error| wrong(error.to_string()))?;
    in_source(&source, function).map_err(wrong)
}

fn in_source(source: &str, function: &str) -> Result<HandlerDoc, String> {
    let items = syn::parse_file(source)
        .map_err(|error| error.to_string())?
        .items;
    let handler = items.iter().find_map(|item| match item {
        Item::Fn(found) if found.sig.ident == function => Some(found),
        _ => None,
    });
    read(&lines_of(
        handler.ok_or("there is no function of this name")?,
    ))
}

/// The lines of a handler's doc comment.
fn lines_of(handler: &ItemFn) -> Vec<String> {
    handler.attrs.iter().filter_map(line_of).collect()
}

fn line_of(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    match &pair.value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(line),
            ..
        }) if pair.path.is_ident("doc") => {
            let line = line.value();
            Some(line.strip_prefix(' ').unwrap_or(&line).to_owned())
        }
        _ => None,
    }
}

fn read(lines: &[String]) -> Result<HandlerDoc, String> {
    let is_heading = |line: &String| line.starts_with("# ");
    let summary: Vec<&str> = lines
        .iter()
        .take_while(|line| !line.is_empty() && !is_heading(line))
        .map(String::as_str)
        .collect();
    if summary.is_empty() {
        return Err("its doc comment begins with no sentence on what the route is for".to_owned());
    }
    let mut codes = vec![];
    let mut rest = lines.iter().skip_while(|line| !is_heading(line)).peekable();
    while let Some(heading) = rest.next() {
        let is_allowed: fn(u16) -> bool = match heading.as_str() {
            "# Errors" => |code| CODES.iter().any(|(known, _)| *known == code),
            "# Answers" => |code| code == 204,
            _ => {
                return Err(format!(
                    "\"{heading}\" is neither \"# Errors\" nor \"# Answers\""
                ));
            }
        };
        for line in iter::from_fn(|| rest.next_if(|line| !is_heading(line))) {
            if line.is_empty() || line.starts_with("  ") {
                continue;
            }
            let code = code_of(line)
                .filter(|code| is_allowed(*code))
                .ok_or_else(|| {
                    format!("below \"{heading}\" is \"{line}\", which is no \"- CODE: when\"")
                })?;
            codes.push(code);
        }
    }
    Ok(HandlerDoc {
        summary: summary.join(" "),
        codes,
    })
}

/// The status code of an entry such as `- 404: no such event.`
fn code_of(line: &str) -> Option<u16> {
    let (code, when) = line.strip_prefix("- ")?.split_once(": ")?;
    code.parse().ok().filter(|_| !when.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/// All events.", "All events.", &[])]
    #[case("/// Deletes a year,\n/// with its data.\n///\n/// Now.", "Deletes a year, with its data.", &[])]
    #[case(
        "/// Adds.\n///\n/// More.\n///\n/// # Errors\n/// - 409: it is\n///   there: so.\n/// - 404: no such event.",
        "Adds.", &[409, 404]
    )]
    #[case("/// Gets.\n/// # Answers\n/// - 204: none.\n/// # Errors\n/// - 404: no.", "Gets.", &[204, 404])]
    fn a_comment_is_read(#[case] comment: &str, #[case] summary: &str, #[case] codes: &[u16]) {
        let source = format!("fn other() {{}}\n{comment}\npub async fn add() {{}}\n");
        assert_eq!(
            in_source(&source, "add"),
            Ok(HandlerDoc {
                summary: summary.to_owned(),
                codes: codes.to_vec()
            })
        );
    }

    #[rstest]
    #[case("", "no sentence")]
    #[case("/// # Errors\n/// - 404: no.", "no sentence")]
    #[case("/// Adds.\n/// # Errors\n/// - 4o4: no.", "- 4o4: no.")]
    #[case("/// Adds.\n/// # Errors\n/// - 404.", "- 404.")]
    #[case("/// Adds.\n/// # Errors\n/// 404 when not.", "404 when not.")]
    #[case("/// Adds.\n/// # Errors\n/// - 204: none.", "- 204: none.")]
    #[case("/// Adds.\n/// # Errors\n/// - 418: tea.", "- 418: tea.")]
    #[case("/// Adds.\n/// # Answers\n/// - 404: no.", "- 404: no.")]
    #[case("/// Adds.\n/// # Error\n/// - 404: no.", "# Error")]
    fn a_comment_without_the_form_is_refused(#[case] comment: &str, #[case] says: &str) {
        let refused = in_source(&format!("{comment}\nasync fn add() {{}}\n"), "add").unwrap_err();
        assert!(refused.contains(says), "{refused}");
    }

    #[rstest]
    #[case("events::none", "routes/events.rs: none: ")]
    #[case("nowhere::add", "routes/nowhere.rs: add: ")]
    #[case("crate::card::card", "card.rs: card: ")]
    fn a_refusal_names_the_file(#[case] handler: &str, #[case] says: &str) {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let refused = of(&sources, handler).unwrap_err();
        assert!(refused.contains(says), "{refused}");
    }
}
