/** The texts of a runner who is still on course: fetched with the runner's page. */
import type { onCourse as english } from "./en/on-course";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type OnCourseText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withOnCourseText} has loaded them, which
 * the page waits for.
 */
export let onCourse: OnCourseText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withOnCourseText = fetchedWith<{ onCourse: OnCourseText }>(
  { en: () => import("./en/on-course"), es: () => import("./es/on-course") },
  (texts) => {
    ({ onCourse } = texts);
  },
);
