import { type ReactNode, useState } from "react";
import { FaultBoundary } from "../pages/parts/frame/Fault";
import { Explanation } from "../pages/parts/tables/Explanation";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Checkbox, Choice, SearchBox, TextField } from "../ui/Field";
import notice from "../ui/Notice.module.css";
import { StarButton } from "../ui/StarButton";
import { Tabs } from "../ui/Tabs";
import { Specimen, State } from "./Specimen";
import styles from "./Style.module.css";

const OPTIONS = [
  { value: "place", label: "Sort by Place" },
  { value: "group", label: "Only the age group of those who are 60 to 69 years old" },
];
const LONG = "Maximiliane-Alexandrina von der Hohenlohe-Langenburg Featherstonehaugh";
const nothing = (): void => undefined;

/** Buttons, fields and choices. */
export function Controls() {
  return (
    <>
      <ButtonSpecimen />
      <FieldSpecimen />
      <Specimen name="StarButton">
        <State name="not followed, followed">
          <Row>
            <Star />
            <Star on />
          </Row>
        </State>
      </Specimen>
      <Specimen name="Tabs">
        <State name="three">
          <Tabbed labels={["5K", "10K (12)", "Half Marathon"]} />
        </State>
        <State name="many">
          <Tabbed
            labels={[
              "Marathon",
              "Half Marathon",
              "10K",
              "5K",
              "Kids' mile",
              "Wheelchair",
              "Relay of four",
              "Virtual run on any course",
              "Walk",
            ]}
          />
        </State>
      </Specimen>
      <Specimen name="Notice">
        <State name="alert">
          <p className={notice.alert}>
            Your changes were not saved: somebody else has changed the event.
          </p>
        </State>
        <State name="warning">
          <p className={notice.warning}>Two races of the series have no results yet.</p>
        </State>
      </Specimen>
      <Specimen name="Dialog">
        <State name="each opens on a press">
          <Dialogs />
        </State>
      </Specimen>
      <Specimen name="Fault">
        <State name="a part that cannot be drawn">
          <Faulty />
        </State>
      </Specimen>
    </>
  );
}

function ButtonSpecimen() {
  return (
    <Specimen name="Button">
      <State name="normal">
        <Row>
          <Button>Try again</Button>
          <Button quiet>Pause updates</Button>
        </Row>
      </State>
      <State name="what a form is for">
        <Row>
          <Button type="submit">Submit</Button>
          <Button data-primary>Publish</Button>
        </Row>
      </State>
      <State name="danger">
        <Row>
          <Button data-danger>Delete for good</Button>
          <Button quiet data-danger>
            Remove
          </Button>
        </Row>
      </State>
      <State name="disabled">
        <Row>
          <Button disabled>Try again</Button>
          <Button quiet disabled>
            Pause updates
          </Button>
          <Button type="submit" disabled>
            Submit
          </Button>
          <Button data-danger disabled>
            Delete for good
          </Button>
        </Row>
      </State>
      <State name="busy">
        <Row>
          <Button busy>Try again</Button>
          <Button quiet busy>
            Pause updates
          </Button>
          <Button type="submit" busy>
            Submit
          </Button>
        </Row>
      </State>
      <State name="long">
        <Button>{`Notify me on this device about ${LONG}`}</Button>
      </State>
    </Specimen>
  );
}

function FieldSpecimen() {
  return (
    <Specimen name="Field">
      <State name="text">
        <Fields>
          <TextField label="Email" type="email" />
          <TextField label="Name" defaultValue={LONG} />
        </Fields>
      </State>
      <State name="wrong">
        <Fields>
          <TextField label="Phone" defaultValue="555" error="Phone number not valid." />
        </Fields>
      </State>
      <State name="of several lines">
        <Fields>
          <TextField as="textarea" rows={4} label="What is wrong?" defaultValue={LONG} />
          <TextField as="textarea" rows={4} label="Message" error="Say what is wrong." />
        </Fields>
      </State>
      <State name="disabled">
        <Fields>
          <TextField label="Slug" defaultValue="river-run" disabled />
        </Fields>
      </State>
      <State name="read only">
        <Fields>
          <TextField label="Key" defaultValue="shown once" readOnly />
        </Fields>
      </State>
      <State name="search">
        <Fields>
          <SearchBox label="Search" placeholder="Name or bib" />
          <SearchBox inside label="Search, with its label inside" defaultValue="chiara" />
        </Fields>
      </State>
      <State name="choice">
        <Fields>
          <Chosen />
          <Chosen inside />
        </Fields>
      </State>
      <State name="checkbox">
        <Ticks />
      </State>
    </Specimen>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}

function Fields({ children }: { children: ReactNode }) {
  return <div className={`${styles.field} ${styles.row}`}>{children}</div>;
}

function Chosen({ inside = false }: { inside?: boolean }) {
  const [value, choose] = useState("place");
  return (
    <Choice
      label={inside ? "Sort, inside" : "Sort"}
      inside={inside}
      value={value}
      options={OPTIONS}
      onChoose={choose}
    />
  );
}

function Ticks() {
  const [on, toggle] = useState(true);
  return (
    <Row>
      <Checkbox label="Rank by chip time" checked={on} onToggle={toggle} />
      <Checkbox label="Include overall in age groups?" checked={false} onToggle={nothing} />
      <Checkbox label="Ticked, disabled" checked disabled onToggle={nothing} />
      <Checkbox label="Disabled" checked={false} disabled onToggle={nothing} />
    </Row>
  );
}

function Star({ on: first = false }: { on?: boolean }) {
  const [on, set] = useState(first);
  return <StarButton name="Chiara Bianchi" on={on} onToggle={() => set(!on)} />;
}

function Tabbed({ labels }: { labels: readonly string[] }) {
  const [chosen, choose] = useState(labels[0] ?? "");
  return (
    <Tabs
      label={`${labels.length} distances`}
      tabs={labels.map((label) => ({ key: label, label }))}
      chosen={chosen}
      onChoose={choose}
    >
      <p>{chosen}</p>
    </Tabs>
  );
}

type Opened = "question" | "deletion" | "long" | "explained";

function Dialogs() {
  const [open, setOpen] = useState<Opened | null>(null);
  const close = () => setOpen(null);
  return (
    <Row>
      <Button onClick={() => setOpen("question")}>A question</Button>
      <Button onClick={() => setOpen("deletion")}>A deletion</Button>
      <Button onClick={() => setOpen("long")}>A long text</Button>
      <Button onClick={() => setOpen("explained")}>A place explained</Button>
      {open === "question" && (
        <Dialog
          title="Leave the page?"
          text={<p>What you have changed is not saved.</p>}
          buttons={
            <>
              <Button onClick={close}>Leave</Button>
              <Button onClick={close}>Cancel</Button>
            </>
          }
          onClose={close}
        />
      )}
      {open === "deletion" && (
        <Dialog
          title="Warning"
          text={<p>Everything of River Run 2026 is deleted, and cannot be brought back.</p>}
          buttons={
            <>
              <Button data-danger onClick={close}>
                Delete for good
              </Button>
              <Button onClick={close}>Cancel</Button>
            </>
          }
          onClose={close}
        >
          <TextField label="Type the year to delete it" error="This is not the year." />
        </Dialog>
      )}
      {open === "long" && (
        <Dialog
          readFirst
          title={`Follow ${LONG}?`}
          text={Array.from({ length: 12 }, (_, index) => (
            <p key={index}>
              Message frequency varies. Message and data rates may apply. Reply STOP to end.
            </p>
          ))}
          buttons={<Button onClick={close}>Close</Button>}
          onClose={close}
        />
      )}
      {open === "explained" && (
        <Explanation
          title="Place 2, Ana Osei"
          sentences={[
            "Ranked by clock time: 1:31:00.3.",
            "The same time as Zoë Nguyễn.",
            "48.0 behind Chiara Bianchi.",
          ]}
          onClose={close}
        />
      )}
    </Row>
  );
}

function Faulty() {
  const [broken, setBroken] = useState(false);
  return broken ? (
    <FaultBoundary>
      <Broken />
    </FaultBoundary>
  ) : (
    <Button onClick={() => setBroken(true)}>Break it</Button>
  );
}

function Broken(): ReactNode {
  throw new Error("A part of the page of all parts fails, because somebody pressed the button.");
}
