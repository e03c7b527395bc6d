/** The texts of a runner who is still on course: fetched with the runner's page. */
import type { onCourse as english } from "./en/on-course";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withOnCourseText} has loaded them, which
 * the page waits for.
 */
export let onCourse: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withOnCourseText = fetchedWith<{ onCourse: typeof english }>(
  { en: () => import("./en/on-course"), es: () => import("./es/on-course") },
  (texts) => {
    ({ onCourse } = texts);
  },
);
