import { type ReactNode, Suspense } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { config } from "../../../api/config";
import { paths } from "../../../paths";
import { useSignedIn } from "../../../session/stored";
import { text } from "../../../text/text";
import { Loading } from "../../../ui/Loading";
import { usePrintedAddress } from "../print/use-printed-address";
import { FaultBoundary } from "./Fault";
import styles from "./Frame.module.css";
import { LanguageSwitch } from "./LanguageSwitch";
import { useScroll } from "./use-scroll";

const CONTENT = "content";

function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(CONTENT)?.focus();
}

/** The frame of every page (pages.md B1). `children` are for who is signed in. */
export function Frame({ children }: { children: ReactNode }) {
  const { product, version } = config();
  const { pathname } = useLocation();
  useScroll();
  usePrintedAddress();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href={`#${CONTENT}`} onClick={focusContent}>
        {text.skip}
      </a>
      <header className={`${styles.banner} no-print`}>
        <div className={styles.bar}>
          <Link to={paths.events()} className={styles.product}>
            <Mark />
            {product}
          </Link>
          <Navigation>{children}</Navigation>
        </div>
      </header>
      <main id={CONTENT} tabIndex={-1} className={styles.main}>
        <FaultBoundary key={pathname}>
          <Suspense fallback={<Loading message={text.loading} />}>
            <Outlet />
          </Suspense>
        </FaultBoundary>
      </main>
      <footer className={`${styles.footer} no-print`}>
        <p>
          {text.footer(product, version)} · <Link to={paths.apiDocs()}>{text.apiDocsLink}</Link> ·{" "}
          <LanguageSwitch />
        </p>
        {config().alerts && (
          <p>
            <Link to={paths.alertTerms()}>{text.alertLinks.terms}</Link> ·{" "}
            <Link to={paths.alertPrivacy()}>{text.alertLinks.privacy}</Link>
          </p>
        )}
      </footer>
    </div>
  );
}

function Navigation({ children }: { children: ReactNode }) {
  const signedIn = useSignedIn("account");
  return (
    <nav aria-label={text.nav.label} className={styles.nav}>
      <PageLink to={paths.events()}>{text.nav.events}</PageLink>
      {signedIn && <PageLink to={paths.account()}>{text.nav.account}</PageLink>}
      <PageLink to={paths.remote()}>{text.nav.remote}</PageLink>
      {signedIn ? (
        <PageLink to={paths.logout()}>{text.nav.logout}</PageLink>
      ) : (
        <PageLink to={paths.login()} also={paths.accountLogin()}>
          {text.nav.login}
        </PageLink>
      )}
      {signedIn && <Suspense>{children}</Suspense>}
    </nav>
  );
}

/** A link of the navigation; `also` is another address of the same page. */
function PageLink({ to, also = to, children }: { to: string; also?: string; children: string }) {
  // A trailing slash and the case of letters make no difference (pages.md B4.2).
  const here = `/${useLocation()
    .pathname.toLowerCase()
    .replaceAll(/^\/|\/$/g, "")}`;
  return (
    <Link
      to={to}
      className={styles.link}
      aria-current={here === to || here === also ? "page" : undefined}
    >
      {children}
    </Link>
  );
}

/** The finish chute: wide at the line, narrow at the end. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M3 4h18l-7 9v7h-4v-7z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinejoin="round"
      />
    </svg>
  );
}
