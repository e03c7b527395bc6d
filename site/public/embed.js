// Results of a race on a page of your own, in one line of HTML:
//
//   <script src=https://results.example.org/embed.js data-race=river-10k/2026 async></script>
//
// data-race: the event, and after a slash its year; without one the latest. Optional: data-distance (its name), data-rows (1 to 100, else 20),
// data-search=off, data-lang (en or es, else the reader's own), data-title (the frame's title for screen readers).
// Values may be percent-encoded (10%20KM): then they need no quotes, which many editors make typographic. Such quotes around a value do not count.
// The frame appears where this line is, keeps no cookies and stores nothing, and is as high as its content.
(function () {
  "use strict";
  var script = document.currentScript;
  if (!script || !script.parentNode) return;
  var site = new URL(script.src).origin;

  function value(name) {
    var text = script.getAttribute("data-" + name);
    if (text === null) return null;
    text = text.trim().replace(/^[\u00ab\u00bb\u2018-\u201f](.*)[\u00ab\u00bb\u2018-\u201f]$/, "$1");
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  var race = value("race");
  var spanish = /^es/i.test(value("lang") || navigator.language || "");

  /** Puts a line with a link behind the frame, or where the frame would be. */
  function tell(text, path, before) {
    var line = document.createElement("p");
    var link = document.createElement("a");
    link.href = site + path;
    link.textContent = text;
    line.appendChild(link);
    before.parentNode.insertBefore(line, before.nextSibling);
    return line;
  }

  if (!race) {
    tell(spanish ? "No se pueden mostrar los resultados: falta data-race en el HTML." : "The results cannot be shown: data-race is missing in the HTML.", "/", script);
    return;
  }

  var path = race.split("/").map(encodeURIComponent).join("/");
  var address = new URL("/embed/" + path, site);
  ["distance", "rows", "search", "lang"].forEach(function (name) {
    var chosen = value(name);
    if (chosen !== null) address.searchParams.set(name, chosen);
  });

  var frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = value("title") || "Race results";
  frame.loading = "lazy";
  frame.style.cssText = "display: block; inline-size: 100%; block-size: 30rem; border: 0;";

  // Only messages from our frame and our own site count: it says that it is ready, gets an answer, and from then on reports its height.
  var heard = false;
  var told = null;
  window.addEventListener("message", function (event) {
    if (event.origin !== site || event.source !== frame.contentWindow) return;
    var said = event.data;
    if (!said || said.from !== "chute-embed") return;
    heard = true;
    if (told) told.remove();
    if (said.ready === true) frame.contentWindow.postMessage({ to: "chute-embed" }, site);
    if (typeof said.height === "number" && said.height > 0 && said.height < 100000) frame.style.blockSize = Math.ceil(said.height) + "px";
  });

  // What does not answer is an error page of the browser, or blocked by the page around it, or slow: then the link goes again.
  frame.addEventListener("load", function () {
    setTimeout(function () {
      if (!heard && !told && frame.parentNode) told = tell(spanish ? "La tabla no se carga. Ver los resultados" : "The table does not load. See the results", "/results/" + path, frame);
    }, 5000);
  });
  script.parentNode.insertBefore(frame, script.nextSibling);
})();
