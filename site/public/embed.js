// Results of a race on a page of your own, in one line of HTML:
//
//   <script src=https://results.example.org/embed.js data-race=river-10k/2026 async></script>
//
// data-race: the event, and after a slash its year; without one the latest. Optional: data-distance (its name), data-rows (1 to 100, else 20),
// data-search=off, data-lang (en or es, else the reader's own), data-title (the frame's title for screen readers).
// Values may be percent-encoded (10%20KM): then they need no quotes, which many editors make typographic. Quotes of any kind around a value do not count.
// The frame appears where this line is (at the end of the page if that is its head), keeps no cookies and stores nothing, and is as high as its content.
(function () {
  "use strict";
  // Behind a digit some editors make a mark of minutes or seconds of a quote.
  var QUOTE = "[\"'`\u00ab\u00b4\u00bb\u2018-\u201f\u2032-\u2037\u2039\u203a\uff02\uff07]";
  var QUOTED = new RegExp("^" + QUOTE + "(.*)" + QUOTE + "$");

  /** This line; a module runs once for all of its lines, and is not told which they are. */
  function lines() {
    if (document.currentScript) return [document.currentScript];
    return Array.prototype.filter.call(document.querySelectorAll("script[data-race], script[type=module]"), function (script) {
      return script.src && new URL(script.src).pathname === "/embed.js";
    });
  }

  function value(script, name) {
    var text = script.getAttribute("data-" + name);
    if (text === null) return null;
    text = text.trim().replace(QUOTED, "$1");
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  /** Puts something behind the script, or at the end of the page if that stands in its head, where nothing is shown. */
  function put(node, script) {
    function atEnd() {
      document.body.appendChild(node);
    }
    if (!script.closest("head")) script.parentNode.insertBefore(node, script.nextSibling);
    else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", atEnd);
    else atEnd();
  }

  /** A line that is a link. */
  function linked(text, address) {
    var line = document.createElement("p");
    var link = document.createElement("a");
    link.href = address;
    link.textContent = text;
    line.appendChild(link);
    return line;
  }

  function frameOf(script, address) {
    ["distance", "rows", "search", "lang"].forEach(function (name) {
      var chosen = value(script, name);
      if (chosen !== null) address.searchParams.set(name, chosen);
    });
    var frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = value(script, "title") || "Race results";
    frame.loading = "lazy";
    frame.style.cssText = "display: block; inline-size: 100%; block-size: 30rem; border: 0;";
    return frame;
  }

  function show(script) {
    if (!script.parentNode || script.isShown) return;
    script.isShown = true;
    var site = new URL(script.src).origin;
    var race = value(script, "race");
    var spanish = /^es/i.test(value(script, "lang") || navigator.language || "");
    if (!race) {
      put(linked(spanish ? "No se pueden mostrar los resultados: falta data-race en el HTML." : "The results cannot be shown: data-race is missing in the HTML.", site + "/"), script);
      return;
    }
    var path = race.split("/").map(encodeURIComponent).join("/");
    var frame = frameOf(script, new URL("/embed/" + path, site));

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
        if (heard || told || !frame.parentNode) return;
        told = linked(spanish ? "La tabla no se carga. Ver los resultados" : "The table does not load. See the results", site + "/results/" + path);
        frame.parentNode.insertBefore(told, frame.nextSibling);
      }, 5000);
    });
    put(frame, script);
  }

  lines().forEach(show);
})();
