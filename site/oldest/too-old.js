// The message to a browser that is too old for the site (pages.md D10): fetched by probe.js there, in ES5 as well.
// WORDS and BROWSERS are inserted by the build (plugin.ts).

/* global BROWSERS, WORDS */
(function () {
  function kept(storage) {
    try {
      return window[storage].getItem("language");
    } catch (refused) {
      return null;
    }
  }

  // As src/text/choice.ts.
  var asked = /[?&]lang=([^&]*)/.exec(location.search);
  var wanted = [asked && asked[1], kept("sessionStorage"), kept("localStorage")].concat(
    navigator.languages || navigator.language,
    "en",
  );
  var language = "";
  while (language === "") {
    var code = String(wanted.shift())
      .toLowerCase()
      .split(/[^a-z]/)[0];
    if (WORDS.hasOwnProperty(code)) language = code;
  }
  var words = WORDS[language];

  function add(parent, name, text) {
    var element = document.createElement(name);
    element.appendChild(document.createTextNode(text));
    parent.appendChild(element);
    return element;
  }

  document.documentElement.lang = language;
  document.title = words.title;
  var main = add(document.getElementById("too-old"), "main", "");
  add(main, "h1", words.title);
  add(main, "p", words.needs + BROWSERS + words.after);

  // Of an event's page: the file of the year in the address, or else of the latest one.
  var parts = location.pathname.split("/");
  var event = /^(account|remote|text-alerts|email-alerts|subscribe|unsubscribe)$/.test(parts[1])
    ? ""
    : parts[2];
  if (!event) return;
  var folder = "/downloads/results/" + event + "/";
  var request = new XMLHttpRequest();
  request.addEventListener("load", function () {
    if (request.status !== 200) return;
    var known = JSON.parse(request.responseText);
    var year = known.latest;
    for (var at = 0; at < known.years.length; at += 1)
      if (encodeURIComponent(known.years[at].year) === parts[3]) year = known.years[at].year;
    var link = add(add(main, "p", ""), "a", words.file);
    link.href = folder + encodeURIComponent(year) + "/results.csv";
  });
  request.open("GET", folder + "current.json");
  request.send();
})();
