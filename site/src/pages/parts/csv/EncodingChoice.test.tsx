// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { speakOrganiser } from "../../../text/organiser";
import { speakStaff } from "../../../text/staff";
import { readFile } from "../../../csv/read-file";
import { readFilesHere } from "../../../test/file-reader";
import { EncodingChoice } from "./EncodingChoice";
import type { Source } from "./TableSource";

beforeEach(async () => {
  readFilesHere();
  await Promise.all([speakOrganiser(), speakStaff()]);
});

function Shown({ bytes }: { bytes: readonly number[] }) {
  const content = new File([new Uint8Array(bytes)], "a.csv");
  const [source, setSource] = useState<Source>(() => ({
    ...readFile(new Uint8Array(bytes), { workbooks: false }),
    name: "a.csv",
    content,
  }));
  return <EncodingChoice source={source} onTake={setSource} />;
}

const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

test("the encoding is said, shown and changed", async () => {
  // "Jšrg" of Central Europe, or "Jörg" of a Mac
  render(<Shown bytes={[...letters("Bib,Name\n1,J"), 0x9a, ...letters("rg\n")]} />);
  const choice = screen.getByLabelText<HTMLSelectElement>("Letters read as");
  await userEvent.selectOptions(choice, "macintosh");
  await screen.findByText("Jörg");
  await userEvent.selectOptions(choice, "windows-1250");
  await screen.findByText("Jšrg");
  expect(choice.value).toBe("windows-1250");
});

test("lines with unreadable letters are told", () => {
  const utf8 = new TextEncoder().encode("Bib,Name\n1,Zoë Weiß\n2,R");
  render(<Shown bytes={[...utf8, 0xe9, ...letters("my\n")]} />);
  expect(screen.getByLabelText<HTMLSelectElement>("Letters read as").value).toBe("utf-8");
  screen.getByRole("alert");
  screen.getByText(/^1 line has letters that cannot be read \(�\): 3\./);
});

test("a text of a to z asks nothing", () => {
  const { container } = render(<Shown bytes={letters("Bib,Name\n1,Ann\n")} />);
  expect(container.textContent).toBe("");
});
