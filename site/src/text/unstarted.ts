/**
 * What stands in the page when the site's code does not come: no language has come either, so it is
 * English, and markup of its own.
 */
export const UNSTARTED =
  '<p role="alert">This page could not be loaded. <a href="">Reload the page</a></p>';
