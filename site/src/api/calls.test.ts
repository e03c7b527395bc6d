/** Checked by the type checker (`npm run typecheck`); running it does nothing. */
import { expectTypeOf, test } from "vitest";
import type { paths } from "./account-api";
import type { AnswerOf, CallOf, PathOf, RequestOf } from "./calls";
import { post } from "./http";
import { objects, readEvent, text } from "./types";

type Answer<Path extends string, Status extends number = 200> = AnswerOf<
  CallOf<paths, Path, "post">,
  Status
>;

test("requests and answers have the types of the OpenAPI document", () => {
  expectTypeOf<"r/hook/state">().toExtend<PathOf<paths, "post">>();
  expectTypeOf<"r/hook/none">().not.toExtend<PathOf<paths, "post">>();
  expectTypeOf<Answer<"r/hook/state">>().toHaveProperty("former_until");
  expectTypeOf<Answer<"r/hook/state">>().not.toHaveProperty("formerUntil");
  expectTypeOf<Answer<"r/hook/state">["tries"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Answer<"sms/add">>().toEqualTypeOf<void>();
  expectTypeOf<RequestOf<CallOf<paths, "r/hook/state", "post">>>().toHaveProperty("slug");
});

test("an answer that is taken beside the good one has its fields, too", () => {
  expectTypeOf<Answer<"r/standings/update">>().not.toHaveProperty("errors");
  expectTypeOf<Answer<"r/standings/update", 200 | 400>>().toHaveProperty("errors");
  expectTypeOf<Answer<"r/standings/update", 200 | 400>>().toHaveProperty("rows");
});

/** Never called; only the type checker reads it. */
async function wrong(): Promise<void> {
  // @ts-expect-error -- there is no such path
  await post("event/none", {});
  // @ts-expect-error -- it is asked for by its slug
  await post("event", { name: "River Run" });
  const answer = await post("results", { slug: "river-run" });
  // @ts-expect-error -- the year is called otherwise
  readEvent(answer.eventYear);
  // @ts-expect-error -- the items of a list have the fields of the document
  objects(answer.years).map(({ day }) => text(day));
  // @ts-expect-error -- the number of rows is no text
  text(answer.count);
}

test("a wrong path, request or field does not compile", () => {
  expectTypeOf(wrong).toBeFunction();
});
