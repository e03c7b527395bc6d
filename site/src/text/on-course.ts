/** The texts of a runner who is still on course: fetched with the runner's page. */
import type { onCourse as english } from "./en/on-course";
import { fetchedWith } from "./fetched";

export let onCourse: typeof english;

export const withOnCourseText = fetchedWith<{ onCourse: typeof english }>(
  { en: () => import("./en/on-course"), es: () => import("./es/on-course") },
  (texts) => {
    ({ onCourse } = texts);
  },
);
