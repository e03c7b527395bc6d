// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { embedFrame, embedLine, readEmbedQuery } from "./embed";

const DISTANCES = ["10 KM", "5 KM"];

describe("the address of an embedded table", () => {
  test.each([
    ["", { distance: "", rows: 20, searchable: true }],
    ["?distance=5+KM&rows=3&search=off", { distance: "5 KM", rows: 3, searchable: false }],
    ["?distance=Marathon", { distance: "", rows: 20, searchable: true }],
    ["?rows=0", { distance: "", rows: 1, searchable: true }],
    ["?rows=999", { distance: "", rows: 100, searchable: true }],
    ["?rows=1e3&search=no", { distance: "", rows: 20, searchable: true }],
    ["?rows=-5", { distance: "", rows: 20, searchable: true }],
  ])("%s", (query, view) => {
    expect(readEmbedQuery(query, DISTANCES)).toEqual(view);
  });

  test("of a race without distances", () => {
    expect(readEmbedQuery("?distance=x", []).distance).toBe("");
  });
});

describe("the line of HTML", () => {
  test("names the script, the event and the year", () => {
    expect(embedLine("https://results.example.org", "river-10k", "2026")).toBe(
      "<script src=https://results.example.org/embed.js data-race=river-10k/2026 async></script>",
    );
  });

  test("without a year it shows the latest", () => {
    expect(embedLine("https://results.example.org", "river-10k", "")).toContain(
      " data-race=river-10k async>",
    );
  });

  test("or is a frame alone", () => {
    const event = { slug: "river-10k", name: "O'Brien & River 10K" };
    const line = embedFrame("https://results.example.org", event, "2026", "10 KM");
    expect(line).toBe(
      "<iframe src=https://results.example.org/embed/river-10k/2026?distance=10%20KM title=O&#39;Brien&#32;&#38;&#32;River&#32;10K width=100% height=640 loading=lazy></iframe>",
    );
    const template = document.createElement("template");
    template.innerHTML = line;
    expect(template.content.querySelector("iframe")?.title).toBe(event.name);
  });

  test.each([`"><script>&'\``, "10 Mile", "Ünï / 5 KM", "a=b"])(
    "has no quotes, and %s can neither end its attribute nor be lost",
    (distance) => {
      const event = { slug: "a", name: distance };
      const template = document.createElement("template");
      template.innerHTML =
        embedLine("https://r.example", "a", "2026", distance) +
        embedFrame("https://r.example", event, "2026", distance);
      const [script, frame, ...more] = template.content.children;
      expect(template.innerHTML).not.toMatch(/<script>/);
      expect(more).toEqual([]);
      expect(decodeURIComponent(script?.getAttribute("data-distance") ?? "")).toBe(distance);
      expect(new URL((frame as HTMLIFrameElement).src).searchParams.get("distance")).toBe(distance);
      expect((frame as HTMLIFrameElement).title).toBe(distance);
      expect(embedLine("https://r.example", "a", "2026", distance)).not.toMatch(/["'`]/);
      expect(embedFrame("https://r.example", event, "2026", distance)).not.toMatch(/["'`]/);
    },
  );
});
