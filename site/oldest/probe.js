// Sends a browser that is too old for the site to the words that say so (too-old.js), before anything else of the site runs (pages.md D10).
// Every visit fetches it: it has the question alone. ES5, as whatever came in the last twenty years must be able to read it.
// FILE is inserted by the build (plugin.ts).

/* global FILE */
(function () {
  // Both together came with the browsers of the list or shortly before, and with none a year older (src/browsers.test.ts).
  if (window.DecompressionStream && window.CSS && CSS.supports && CSS.supports("height", "1dvh"))
    return;
  // src/main.tsx finds no place to begin, should it be understood.
  document.getElementById("root").id = "too-old";
  var script = document.createElement("script");
  script.src = FILE;
  document.body.appendChild(script);
})();
