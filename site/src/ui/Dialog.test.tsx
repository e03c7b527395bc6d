// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, expect, test } from "vitest";
import { Dialog } from "./Dialog";

function showModal(this: HTMLDialogElement): void {
  this.open = true;
}

// jsdom opens no dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = showModal;
});

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <b>open</b>
      </button>
      {open && (
        <Dialog
          title="title"
          text="text"
          buttons={
            <button type="button" onClick={() => setOpen(false)}>
              close
            </button>
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

test.each(["by keyboard", "in Safari by touch, which gives the focus to nothing"])(
  "the focus goes back to what opened the dialog: opened %s",
  (how) => {
    render(<Opener />);
    const opener = screen.getByRole("button");
    if (how === "by keyboard") opener.focus();
    else expect(document.activeElement).toBe(document.body);
    // It does not move the focus.
    fireEvent.click(screen.getByText("open"));
    fireEvent.click(screen.getByText("close"));
    expect(document.activeElement).toBe(opener);
  },
);
