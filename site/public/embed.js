// Results of a race on a page of your own, in one line of HTML:
//
//   <script src="https://results.example.org/embed.js" data-race="river-10k/2026" async></script>
//
// data-race: the event, and after a slash its year; without one the latest. Optional: data-distance (its name), data-rows (1 to 100, else 20),
// data-search="off", data-lang ("en" or "es", else the reader's own), data-title (the frame's title for screen readers).
// The frame appears where this line is, keeps no cookies and stores nothing, and is as high as its content.
(function () {
  "use strict";
  var script = document.currentScript;
  var race = script && script.getAttribute("data-race");
  if (!race || !script.parentNode) return;
  var site = new URL(script.src).origin;

  var address = new URL("/embed/" + race.split("/").map(encodeURIComponent).join("/"), site);
  ["distance", "rows", "search", "lang"].forEach(function (name) {
    var value = script.getAttribute("data-" + name);
    if (value !== null) address.searchParams.set(name, value);
  });

  var frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = script.getAttribute("data-title") || "Race results";
  frame.loading = "lazy";
  frame.style.cssText = "display: block; inline-size: 100%; block-size: 30rem; border: 0;";

  // Only messages from our frame and our own site count: it says that it is ready, gets an answer, and from then on reports its height.
  window.addEventListener("message", function (event) {
    if (event.origin !== site || event.source !== frame.contentWindow) return;
    var said = event.data;
    if (!said || said.from !== "chute-embed") return;
    if (said.ready === true) frame.contentWindow.postMessage({ to: "chute-embed" }, site);
    if (typeof said.height === "number" && said.height > 0 && said.height < 100000) frame.style.blockSize = Math.ceil(said.height) + "px";
  });
  script.parentNode.insertBefore(frame, script.nextSibling);
})();
