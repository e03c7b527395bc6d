import { expect, test } from "vitest";
import { randomFrom } from "../test/rows";
import { type Followed, isFollowLink, readFollowLink, writeFollowLink } from "./follow-link";

test("a list reads like an address", () => {
  expect(
    writeFollowLink([
      { distance: "10 Mile", bib: "12" },
      { distance: "", bib: "A&7" },
    ]),
  ).toBe("#follow&10+Mile=12&=A%267");
});

test.each<[string, Followed[]]>([
  ["", []],
  ["#disclaimer", []],
  ["#follow", []],
  ["#follow&", []],
  ["#follow&5K=7&5K=7&5K=%207%20&5K=&5K", [{ distance: "5K", bib: "7" }]],
])("%j names %j", (fragment, runners) => {
  expect(readFollowLink(fragment)).toEqual(runners);
});

test("names fifty runners at most", () => {
  const many = Array.from({ length: 80 }, (_, index) => ({ distance: "5K", bib: String(index) }));
  expect(readFollowLink(writeFollowLink(many))).toEqual(many.slice(0, 50));
});

test("any list comes back as it was written, also after the browser has read the address", () => {
  const random = randomFrom(11);
  const word = () =>
    Array.from(
      { length: 1 + Math.floor(random() * 5) },
      () => "aZ9 &=#%+?/é跑'\"<"[Math.floor(random() * 17)],
    ).join("");
  for (let round = 0; round < 200; round++) {
    const list = Array.from({ length: 3 }, (_, index) => ({
      distance: word(),
      bib: `${index}${word()}`.trim(),
    }));
    const { hash } = new URL(`https://example.org/results/race/2026${writeFollowLink(list)}`);
    expect(isFollowLink(hash)).toBe(true);
    expect(readFollowLink(hash)).toEqual(list);
  }
});
