import { useCallback } from "react";
import { useParams } from "react-router";
import { qrLines, type QrWord } from "../../address/qr";
import { config } from "../../api/config";
import { useLoaded } from "../../lib/use-loaded";
import { RESERVED_WORDS } from "../../paths";
import { findEvent } from "../../race/events";
import { text } from "../../text/text";
import { QrCode } from "../../ui/QrCode";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { LoadingScreen } from "../parts/frame/LoadingScreen";
import { NotFound } from "../parts/frame/NotFound";
import { RaceTitle } from "../parts/race/RaceTitle";
import styles from "./Qr.module.css";

/** A QR code for the parent page; `word` is that page's word (pages.md C14). */
export default function QrPage({ word }: { word: QrWord }) {
  const { slug = "", year } = useParams();
  if (year !== undefined && RESERVED_WORDS.includes(year)) return <NotFound />;
  return <Code word={word} slug={slug} year={year ?? null} />;
}

function Code({ word, slug, year }: { word: QrWord; slug: string; year: string | null }) {
  const { data: event, failure, retry } = useLoaded(useCallback(() => findEvent(slug), [slug]));
  if (failure !== null) return <ErrorScreen failure={failure} onRetry={retry} />;
  if (event === null)
    return (
      <LoadingScreen title={text.qr.loadingTitle(config().product)} message={text.qr.loading} />
    );
  const { target, name, label } = qrLines(window.location.href, word, event.name, year);
  return (
    <div className={styles.page}>
      <title>{text.qr.title(name, text.kinds[word])}</title>
      <QrCode target={target} label={text.qr.label(target)} />
      <RaceTitle event={event}>{name}</RaceTitle>
      <p className={styles.kind}>{label}</p>
      <p className={styles.product}>{config().product}</p>
      <p className={styles.target}>
        <a href={target}>{target}</a>
      </p>
    </div>
  );
}
