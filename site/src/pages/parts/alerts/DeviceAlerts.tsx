import { useCallback, useState } from "react";
import { Failure } from "../../../api/failure";
import type { AlertedRunner } from "../../../api/push";
import { useLoaded } from "../../../lib/use-loaded";
import { device } from "../../../text/device";
import { spoken, text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { useOnline } from "../../../lib/use-online";
import { deviceState, type DeviceState, turnOff, turnOn } from "./device";
import form from "./Alerts.module.css";
import styles from "./DeviceAlerts.module.css";

/** A visitor's choices, or what prevents them (pages.md C6, "Alerts on this device"). */
export default function DeviceAlerts({ runner, name }: { runner: AlertedRunner; name: string }) {
  const { slug, year, bib, first, last } = runner;
  const found = useLoaded(
    useCallback(
      () => deviceState({ slug, year, bib, first, last }),
      [slug, year, bib, first, last],
    ),
  );
  const [changed, change] = useState<DeviceState | null>(null);
  const state = changed ?? found.data;
  return (
    <section className={`${styles.device} no-print`} aria-label={device.heading}>
      <h3>{device.heading}</h3>
      {state === "denied" && <p role="status">{device.denied}</p>}
      {(state === "install" || state === "unable") && <p>{device[state]}</p>}
      {(state === "on" || state === "off") && (
        <Switch runner={runner} name={name} on={state === "on"} onChange={change} />
      )}
    </section>
  );
}

function Switch({
  runner,
  name,
  on,
  onChange,
}: {
  runner: AlertedRunner;
  name: string;
  on: boolean;
  onChange: (state: DeviceState) => void;
}) {
  const [busy, setBusy] = useState(false);
  const [said, say] = useState("");
  const [failed, fail] = useState("");
  const online = useOnline();
  const press = async () => {
    setBusy(true);
    say("");
    fail("");
    try {
      const state = await (on ? turnOff(runner) : turnOn(runner, spoken));
      if (state === "on" || on) say(state === "on" ? device.nowOn : device.nowOff);
      onChange(state);
    } catch (thrown) {
      fail(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{on ? device.on(name) : device.about(name)}</p>
      <Button busy={busy} disabled={!online} onClick={() => void press()}>
        {on ? device.turnOff : device.turnOn}
      </Button>
      {!online && <p role="status">{text.offline.form}</p>}
      <p role="status" className={form.said}>
        {said}
      </p>
      {failed !== "" && (
        <p role="alert" className={form.failed}>
          {failed}
        </p>
      )}
    </>
  );
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Failure && thrown.status === 403) return device.over;
  return thrown instanceof Failure && thrown.status === 429 ? device.often : device.failed;
}
