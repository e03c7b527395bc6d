import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { config } from "../../api/config";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import styles from "./Checkin.module.css";
import { codeReader } from "./read-codes";

/** The time between two looks at the camera's picture. */
const LOOK_MS = 150;

/** Reads a code with the camera; from a picture where that cannot be used (as over http). */
export function ScanDialog({
  onFound,
  onClose,
}: {
  onFound: (code: string) => void;
  onClose: () => void;
}) {
  const picture = useRef<HTMLInputElement>(null);
  const [said, say] = useState(words.scan.starting);
  const { video, running } = useCamera(onFound, say);
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file === undefined) return;
    try {
      const [read, image] = await Promise.all([codeReader(), createImageBitmap(file)]);
      const code = await read(image, image.width, image.height);
      if (code === null) say(words.scan.nothing);
      else onFound(code);
    } catch {
      say(words.scan.failed);
    }
    target.value = "";
  };
  return (
    <Dialog
      title={words.scan.heading}
      text={
        <>
          <p role="status">{said}</p>
          {said === words.scan.noCamera && !window.isSecureContext && config().https !== "" && (
            <p>
              <a href={config().https}>{words.scan.https}</a>
            </p>
          )}
        </>
      }
      buttons={
        <>
          <Button onClick={() => picture.current?.click()}>{words.scan.picture}</Button>
          <Button onClick={onClose}>{words.scan.close}</Button>
        </>
      }
      onClose={onClose}
    >
      <video
        ref={video}
        muted
        playsInline
        aria-hidden="true"
        className={styles.camera}
        data-running={running || undefined}
      />
      <input
        ref={picture}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={(event) => void take(event)}
      />
    </Dialog>
  );
}

/** Reads codes with the camera while the dialog is open, and says why it cannot. */
function useCamera(onFound: (code: string) => void, say: (said: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [running, setRunning] = useState(false);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  useEffect(() => {
    let wanted = true;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = async () => {
      if (navigator.mediaDevices === undefined) return say(words.scan.noCamera);
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: "environment" },
        });
      } catch (thrown) {
        return say(
          thrown instanceof DOMException && thrown.name === "NotAllowedError"
            ? words.scan.refused
            : words.scan.noCamera,
        );
      }
      const screen = video.current;
      if (!wanted || screen === null) return stop();
      screen.srcObject = stream;
      await screen.play();
      const read = await codeReader();
      say(words.scan.about);
      setRunning(true);
      const look = async () => {
        const code =
          screen.videoWidth === 0
            ? null
            : await read(screen, screen.videoWidth, screen.videoHeight).catch(() => null);
        if (!wanted) return;
        if (code === null) timer = setTimeout(() => void look(), LOOK_MS);
        else found.current(code);
      };
      await look();
    };
    const stop = () => {
      wanted = false;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    begin().catch(() => {
      if (wanted) say(words.scan.failed);
    });
    return stop;
  }, [say]);
  return { video, running };
}
