import { useCallback, useState } from "react";
import { useSearchParams } from "react-router";
import {
  addressOf,
  type ApiDocument,
  type Body,
  type HostName,
  type Operation,
  baseOf,
  readDocument,
} from "../../api/openapi";
import { useLoaded } from "../../lib/use-loaded";
import { pages } from "../../text/pages";
import { text } from "../../text/text";
import { Failed } from "../../ui/Failed";
import { SearchBox } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import { Tabs } from "../../ui/Tabs";
import styles from "./ApiDocs.module.css";
import { Example } from "./Example";
import { curlOf } from "./example-text";
import { Prose } from "./Prose";
import { SchemaView } from "./SchemaView";
import { PageHeading } from "../parts/frame/PageHeading";

const HOSTS: readonly HostName[] = ["account", "remote"];

/** `/api-docs`: the OpenAPI documents, in English. `?host=remote` shows the remote host's. */
export default function ApiDocsPage() {
  const [query, setQuery] = useSearchParams();
  const host = query.get("host") === "remote" ? "remote" : "account";
  return (
    <>
      <title>{pages.apiDocs.title}</title>
      <PageHeading>{pages.apiDocs.title}</PageHeading>
      <Tabs
        label={pages.apiDocs.hosts}
        tabs={HOSTS.map((key) => ({ key, label: pages.apiDocs.host[key] }))}
        chosen={host}
        onChoose={(key) => setQuery(key === "remote" ? { host: key } : {}, { replace: true })}
      >
        <Host key={host} host={host} />
      </Tabs>
    </>
  );
}

function Host({ host }: { host: HostName }) {
  const {
    data: document,
    failure,
    retry,
  } = useLoaded(useCallback(() => readDocument(host), [host]));
  if (failure !== null) return <Failed onRetry={retry} />;
  if (document === null) return <Loading message={text.loading} />;
  return <Document document={document} base={baseOf(host)} address={addressOf(host)} />;
}

interface Call {
  verb: string;
  path: string;
  operation: Operation;
}

function Document({
  document,
  base,
  address,
}: {
  document: ApiDocument;
  base: string;
  address: string;
}) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const calls = Object.entries(document.paths)
    .flatMap(([path, verbs]) =>
      Object.entries(verbs).map(
        ([verb, operation]): Call => ({ verb: verb.toUpperCase(), path, operation }),
      ),
    )
    .filter(({ verb, path, operation }) =>
      `${verb} ${path} ${operation.summary}`.toLowerCase().includes(wanted),
    );
  const groups = [...new Set(calls.map((call) => call.operation.tags[0] ?? ""))];
  return (
    <>
      <p lang="en" className={styles.about}>
        {document.info.description}
      </p>
      <p className={styles.about}>
        {pages.apiDocs.base} <code>{base}</code> · <a href={address}>{pages.apiDocs.document}</a>
      </p>
      <SearchBox
        label={pages.apiDocs.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className={styles.count}>
        {pages.apiDocs.found(calls.length)}
      </p>
      {groups.map((group) => (
        <section key={group} className={styles.group}>
          <h2 lang="en">{group}</h2>
          {calls
            .filter((call) => call.operation.tags[0] === group)
            .map((call) => (
              <CallView
                key={`${call.verb} ${call.path}`}
                call={call}
                base={base}
                components={document.components}
              />
            ))}
        </section>
      ))}
    </>
  );
}

function CallView({
  call,
  base,
  components,
}: {
  call: Call;
  base: string;
  components: ApiDocument["components"];
}) {
  const { verb, path, operation } = call;
  const [open, setOpen] = useState(false);
  return (
    <details
      className={styles.call}
      onToggle={(event) =>
        event.target === event.currentTarget && setOpen(event.currentTarget.open)
      }
    >
      <summary>
        <span className={styles.verb}>{verb}</span> <code>{path}</code>
        <span lang="en" className={styles.summary}>
          {operation.summary}
        </span>
      </summary>
      {open && <Details call={call} base={base} components={components} />}
    </details>
  );
}

function Details({
  call: { verb, path, operation },
  base,
  components,
}: {
  call: Call;
  base: string;
  components: ApiDocument["components"];
}) {
  const schemes = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
  const [media, request] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const followed = (body: Body) =>
    body.$ref === undefined
      ? body
      : (components.responses[body.$ref.split("/").at(-1) ?? ""] ?? body);
  const responses = Object.entries(operation.responses).map(([code, body]) => ({
    code,
    body: followed(body),
  }));
  return (
    <div className={styles.details}>
      <p lang="en">{operation.description}</p>
      {schemes.map((scheme) => (
        <p key={scheme} lang="en" className={styles.soft}>
          {components.securitySchemes[scheme]?.description}
        </p>
      ))}
      <h3>{pages.apiDocs.request}</h3>
      {request?.schema === undefined ? (
        <p className={styles.soft}>{pages.apiDocs.nothing}</p>
      ) : (
        <>
          <p lang="en" className={styles.soft}>
            {media}. {operation.requestBody?.description}
          </p>
          <SchemaView schema={request.schema} schemas={components.schemas} />
        </>
      )}
      <Example
        of={`${verb} ${path}`}
        line={curlOf(base, verb, path, operation, components.schemas)}
      />
      {responses
        .filter(({ code }) => code < "300")
        .map(({ code, body }) => (
          <div key={code}>
            <h3>{pages.apiDocs.answer(code)}</h3>
            <p lang="en" className={styles.soft}>
              {body.description}
            </p>
            {Object.entries(body.content ?? {}).map(
              ([form, { schema }]) =>
                schema !== undefined && (
                  <SchemaView key={form} schema={schema} schemas={components.schemas} />
                ),
            )}
          </div>
        ))}
      <h3>{pages.apiDocs.errors}</h3>
      <dl className={styles.codes}>
        {responses
          .filter(({ code }) => code >= "300")
          .map(({ code, body }) => (
            <div key={code}>
              <dt>{code}</dt>
              <dd>
                <Prose>{body.description ?? ""}</Prose>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
