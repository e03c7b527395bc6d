import { MOST, type Refusal } from "../../../csv/limits";
import { organiser } from "../../../text/organiser";

/** Why a file is not read: what was found, where, and what is accepted. */
export function refusalWords({ why, sheet, line }: Refusal): string {
  const words = organiser.refused;
  const at = words.at(sheet, line);
  switch (why) {
    case "bytes":
      return words.bytes(MOST.bytes / MB);
    case "parts":
      return words.parts(MOST.parts);
    case "unpacked":
      return words.unpacked(MOST.unpacked / MB, sheet);
    case "sheets":
      return words.sheets(MOST.sheets);
    case "texts":
      return words.texts(MOST.texts);
    case "columns":
      return words.columns(at, MOST.columns);
    case "lines":
      return words.lines(at, MOST.lines);
    case "cells":
      return words.cells(at, MOST.cells);
    case "cell":
      return words.cell(at, MOST.cell);
    case "characters":
      return words.characters(at, MOST.characters);
    case "empty":
      return words.empty;
    case "no-text":
      return words.noText;
    case "workbook":
      return words.workbook;
    case "no-table":
      return words.noTable;
    case "bad-workbook":
      return words.badWorkbook;
    case "declarations":
      return words.declarations;
    case "unreadable":
      return words.unreadable;
  }
}

const MB = 1_000_000;
