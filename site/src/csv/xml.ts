/** Reads XML as it arrives, without building a document of it. */
import { SaxesParser } from "saxes";
import type { Unpack } from "./archive";
import { Refused } from "./limits";

/** Called at each part of a document. Names come without their prefixes. */
interface Listener {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Deeper nesting, or more attributes of one element, than any program writes. */
const MOST_DEPTH = 100;
const MOST_ATTRIBUTES = 200;

/** Reads a document; throws what the parser does, and for declarations (DTD, entities). */
export function readXml(unpack: Unpack, { open, text, close }: Listener): void {
  const decoder = new TextDecoder();
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  let depth = 0;
  let attributes = 0;
  parser.on("doctype", () => {
    throw new Refused("declarations");
  });
  parser.on("opentagstart", () => {
    depth += 1;
    attributes = 0;
    if (depth > MOST_DEPTH) throw new Refused("bad-workbook");
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) throw new Refused("bad-workbook");
  });
  if (open !== undefined) parser.on("opentag", (tag) => open(local(tag.name), tag.attributes));
  if (text !== undefined) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    close?.(local(name));
  });
  unpack((piece) => parser.write(decoder.decode(piece, { stream: true })));
  parser.write(decoder.decode()).close();
}

/** A name without its prefix. */
function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
