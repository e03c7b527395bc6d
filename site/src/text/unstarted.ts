/**
 * Shown if the site's code does not load: no other language has loaded either, so it is in English,
 * with markup of its own.
 */
export const UNSTARTED =
  '<p role="alert">This page could not be loaded. <a href="">Reload the page</a></p>';
