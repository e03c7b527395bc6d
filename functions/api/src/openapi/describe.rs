//! The parts of a document: one operation, the error answers, the credentials.

use std::borrow::Cow;

use chute_contract::{
    answers::Message,
    checkin::{CheckinChanged, CheckinConflict, CheckinRefused},
    uploads::{FileRefused, SeriesSaved, StandingsSaved},
};
use chute_domain::{account::Realm, problems::FileProblem};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        Components, ComponentsBuilder, Content, HeaderBuilder, Info, InfoBuilder, License,
        ObjectBuilder, Ref, RefOr, ResponseBuilder, Responses, ResponsesBuilder, Schema,
        SecurityRequirement, Type,
        path::{Operation as Described, OperationBuilder},
        request_body::{RequestBody, RequestBodyBuilder},
        schema::AnyOfBuilder,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};

use super::{AnswerShape, Credential, HandlerDoc, Operation, RequestSpec, Shape, shape};

const JSON: &str = "application/json";

/// The status codes of errors, and what each means on every route (contract 1.3).
pub const CODES: [(u16, &str); 9] = [
    (
        400,
        "The request cannot be read, or a field is missing or malformed.",
    ),
    (
        401,
        "The credential is missing, unknown, expired or too weak, or the thing is somebody else's.",
    ),
    (403, "The time to subscribe to text alerts is over."),
    (404, "There is no such thing."),
    (409, "It exists already, or was changed by somebody else."),
    (413, "The request or the answer is too large."),
    (
        429,
        "Too often. `Retry-After` says how many seconds to wait.",
    ),
    (500, "Our failure; the same request may come again."),
    (
        503,
        "Overloaded or out of time; the same request may come again after `Retry-After` seconds.",
    ),
];

/// The name of the 400 for an organiser's file.
const FILE_REFUSED: &str = "400-file";
/// The name of the 409 for an edit at check-in.
const EDIT_REFUSED: &str = "409-checkin";

/// One operation.
pub fn operation(
    operation: &Operation,
    doc: &HandlerDoc,
    spec: &RequestSpec,
    answer: &AnswerShape,
) -> Described {
    let tag = operation.name.trim_start_matches("remote.");
    let tag = tag.rsplit_once('.').map_or(tag, |(group, _)| group);
    let built = OperationBuilder::new()
        .operation_id(Some(operation.name))
        .tag(tag)
        .summary(Some(&doc.summary))
        .description(Some(format!("For {}.", spec.who)))
        .request_body(spec.request.as_ref().map(|request| body(request, spec)))
        .responses(responses(doc, spec, answer));
    securities(spec.credential)
        .into_iter()
        .fold(built, OperationBuilder::security)
        .build()
}

fn securities(credential: Credential) -> Vec<SecurityRequirement> {
    let needs = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
    match credential {
        Credential::Public => vec![],
        Credential::Key => vec![needs("key")],
        Credential::Session => vec![needs("session")],
        Credential::KeyOrSession => vec![needs("key"), needs("session")],
        Credential::Signature => vec![needs("signature")],
    }
}

fn body(request: &Shape, spec: &RequestSpec) -> RequestBody {
    let limit = spec
        .limit
        .map(|bytes| format!("At most {} KiB.", bytes / 1024));
    RequestBodyBuilder::new()
        .description(limit)
        .content(
            spec.media,
            Content::new(Some(Ref::from_schema_name(&request.name))),
        )
        .build()
}

fn responses(doc: &HandlerDoc, spec: &RequestSpec, answer: &AnswerShape) -> Responses {
    let success = match &answer.schema {
        Some(shape) => ResponseBuilder::new().description("Done.").content(
            answer.media,
            Content::new(Some(Ref::from_schema_name(&shape.name))),
        ),
        None => ResponseBuilder::new().description("Done, with an empty body."),
    };
    let mut codes: Vec<u16> = doc
        .codes
        .iter()
        .copied()
        .filter(|code| *code >= 400)
        .collect();
    if spec.limit.is_some() {
        codes.extend([400, 413, 500, 503]);
    }
    if spec.credential != Credential::Public {
        codes.push(401);
    }
    if matches!(spec.credential, Credential::Key | Credential::KeyOrSession) {
        codes.push(429);
    }
    codes.sort_unstable();
    codes.dedup();
    let mut built = ResponsesBuilder::new().response(answer.code.to_string(), success);
    if doc.codes.contains(&204) {
        built = built.response("204", ResponseBuilder::new().description("There is none."));
    }
    let answers = |name: Cow<'_, str>| {
        let shape = answer.schema.as_ref();
        shape.is_some_and(|shape| shape.name == name)
    };
    let is_file = answers(SeriesSaved::name()) || answers(StandingsSaved::name());
    let is_edit = answers(CheckinChanged::name());
    let named = |code: u16| match code {
        400 if is_file => FILE_REFUSED.to_owned(),
        409 if is_edit => EDIT_REFUSED.to_owned(),
        _ => code.to_string(),
    };
    codes
        .into_iter()
        .fold(built, |built, code| {
            built.response(code.to_string(), Ref::from_response_name(named(code)))
        })
        .build()
}

/// Adds the error answers and the one shape they share (contract 1.3). The account host also has
/// those of a refused file, with its problems (contract 9.4), and of a refused edit, with the
/// conflicts (contract 4.13).
pub fn errors(components: ComponentsBuilder, realm: Realm) -> ComponentsBuilder {
    let components = if realm == Realm::Account {
        errors_of_edits(errors_of_files(components))
    } else {
        components
    };
    let retry = HeaderBuilder::new()
        .schema(Some(
            ObjectBuilder::new()
                .schema_type(Type::Integer)
                .minimum(Some(0)),
        ))
        .description(Some("Seconds to wait."))
        .build();
    CODES.into_iter().fold(
        components.schema(Message::name(), Message::schema()),
        |components, (code, meaning)| {
            let response = ResponseBuilder::new()
                .description(meaning)
                .content(JSON, Content::new(Some(Ref::from_schema_name("Message"))));
            let response = if matches!(code, 429 | 503) {
                response.header("Retry-After", retry.clone())
            } else {
                response
            };
            components.response(code.to_string(), response)
        },
    )
}

fn errors_of_files(components: ComponentsBuilder) -> ComponentsBuilder {
    let either = AnyOfBuilder::new()
        .item(Ref::from_schema_name("Message"))
        .item(Ref::from_schema_name("FileRefused"));
    let file = ResponseBuilder::new()
        .description(
            "The request cannot be read, or the file has problems: the first fifty are listed.",
        )
        .content(
            JSON,
            Content::new(Some(RefOr::T(Schema::AnyOf(either.build())))),
        );
    components
        .schema(FileProblem::name(), FileProblem::schema())
        .schema(FileRefused::name(), FileRefused::schema())
        .response(FILE_REFUSED, file)
}

fn errors_of_edits(components: ComponentsBuilder) -> ComponentsBuilder {
    let edit = ResponseBuilder::new()
        .description("Somebody else has changed the same fields; nothing was written.")
        .content(
            JSON,
            Content::new(Some(Ref::from_schema_name("CheckinRefused"))),
        );
    components
        .schema(
            CheckinConflict::name(),
            shape::answer(CheckinConflict::schema()),
        )
        .schema(CheckinRefused::name(), CheckinRefused::schema())
        .response(EDIT_REFUSED, edit)
}

/// Adds the kinds of credential.
pub fn credentials(components: ComponentsBuilder) -> Components {
    let bearer = |form: &str, text: &str| {
        SecurityScheme::Http(
            HttpBuilder::new()
                .scheme(HttpAuthScheme::Bearer)
                .bearer_format(form)
                .description(Some(text))
                .build(),
        )
    };
    components
        .security_scheme(
            "key",
            bearer("API key", "An API key of an account of this host. Its type says what it may do: read, write, delete."),
        )
        .security_scheme("session", bearer("JWT", "The access token of account/login or account/refresh. It lives 15 minutes."))
        .security_scheme(
            "signature",
            SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(
                "X-Twilio-Signature",
                "The provider's signature over the address and the fields of the request.",
            ))),
        )
        .build()
}

/// The title, and the rules for all routes.
pub fn info(realm: Realm) -> Info {
    let title = match realm {
        Realm::Account => "Chute, account API",
        Realm::Remote => "Chute, remote API",
    };
    InfoBuilder::new()
        .title(title)
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "A request is one JSON object, for every verb. What is missing or null has its default: an empty text, 0, false, an empty list. \
             Unknown keys are ignored. Limits count characters; a text over its limit is refused in a single object and cut in an uploaded \
             list. Success is 200. Every error is an object with a message. Every answer carries X-Request-Id, the id under which the \
             request is logged.",
        ))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build()
}
