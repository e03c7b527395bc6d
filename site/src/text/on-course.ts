/** The texts of a runner who is still on course: fetched with the runner's page. */
import type { onCourse as english } from "./en/on-course";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type OnCourseText = typeof english;

/**
 * The texts in the language of the visit. There once {@link withOnCourseText} has brought them,
 * which the page waits for.
 */
export let onCourse: OnCourseText;

/**
 * Brings the texts, with the code that shows them; in English where those of the language cannot be
 * loaded.
 */
export const withOnCourseText = fetchedWith<{ onCourse: OnCourseText }>(
  { en: () => import("./en/on-course"), es: () => import("./es/on-course") },
  (texts) => {
    ({ onCourse } = texts);
  },
);
