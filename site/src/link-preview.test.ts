/**
 * Runs the edge function SitePath from its source in template.yaml: which visitors get the page,
 * and which get its link preview card.
 */
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { PAGE_WORDS, paths } from "./paths";

const TEMPLATE = readFileSync(new URL("../../template.yaml", import.meta.url), "utf8");

/** The source of SitePath, without the indentation of the template. */
function source(): string {
  const [, resource = ""] = TEMPLATE.split("\n  SitePath:\n");
  const [, code = ""] = resource.split("      FunctionCode: |\n");
  return code.slice(0, code.search(/^ {0,7}\S/m)).replaceAll(/^ {8}/gm, "");
}

interface Answer {
  uri: string;
  origin: string | undefined;
  headers: Record<string, { value: string }>;
}

/**
 * The function's result for a request; CloudFront's runtime differs from Node only by the module
 * `cloudfront`.
 */
function ask(uri: string, agent?: string, headers: Record<string, { value: string }> = {}): Answer {
  const seen: { origin: string | undefined } = { origin: undefined };
  const cf = { selectRequestOriginById: (id: string) => (seen.origin = id) };
  const code = source().replace(/^import cf from 'cloudfront';$/m, "");
  expect(code).not.toBe(source());
  const request = {
    uri,
    method: "GET",
    querystring: {},
    headers: {
      host: { value: "results.example.org" },
      ...headers,
      ...(agent === undefined ? {} : { "user-agent": { value: agent } }),
    },
  };
  const event = { version: "1.0", viewer: { ip: "2001:db8::7" }, request };
  const answered = runInNewContext(`${code}\nhandler(event)`, { cf, event }) as {
    uri: string;
    headers: Answer["headers"];
  };
  return { uri: answered.uri, origin: seen.origin, headers: answered.headers };
}

/** Reads the page the way the function Card does (functions/domain/src/card.rs). */
function pageOf(uri: string): string {
  expect(uri).toMatch(/^\/api\/card\/[\w.!~*'()-]+$/);
  return decodeURIComponent(uri.slice("/api/card/".length).replaceAll("~", "%"));
}

const FETCHERS = [
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  // Messages on iPhone and Mac
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
  "WhatsApp/2.23.20.0",
  "WhatsApp/2.21.12.21 A",
  "Twitterbot/1.0",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com",
  "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
  "Mastodon/4.2.1 (http.rb/5.1.1; +https://mastodon.social/)",
  "Bluesky Cardyb/1.1; +mailto:support@bsky.app",
  "Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)",
  "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)",
  // what embeds a page (oEmbed)
  "WordPress/6.8; https://google-runners.example",
  "Discourse Forum Onebox v3.5",
  "Iframely/1.3.1 (+https://iframely.com/docs/about)",
  "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)",
  "Mozilla/5.0 (compatible; Ghost/5.0; +https://ghost.org/)",
  "Drupal/11.1 (+https://www.drupal.org/) GuzzleHttp/7",
  "Mozilla/5.0 (compatible; Notionbot/1.0; +https://www.notion.so)",
  "Mozilla/5.0 Notionbot/1.0",
  "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 oEmbed Consumer",
  "MoodleBot/1.0",
  "Moodle/4.5",
  "TYPO3",
  "node",
  "python-requests/2.32",
  "Go-http-client/2.0",
];

/**
 * People and search engines, including browsers inside the apps whose fetchers are listed above.
 */
const BROWSERS = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0;FBBV/602060281]",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Twitter for iPhone/10.42",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.30",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.41.96 Chrome/130.0.0.0 Electron/33.0.1 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 9; CUBOT X19 Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:115.0) Gecko/20100101 Firefox/115.0",
  "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
  "Opera/9.80 (Android; Opera Mini/7.5; U; en) Presto/2.12",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/131.0.0.0 Safari/537.36",
  "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
  "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)",
];

test.each(FETCHERS)("%s gets the card, from the API, and counts as the viewer it is", (agent) => {
  const { uri, origin, headers } = ask("/results/river-10k/2026", agent, {
    "x-viewer-address": { value: "203.0.113.9" },
    "x-site-address": { value: "https://evil.example" },
  });
  expect(pageOf(uri)).toBe("/results/river-10k/2026");
  expect(origin).toBe("api");
  expect(headers["x-viewer-address"]?.value).toBe("2001:db8:0:0::");
  expect(headers["x-site-address"]?.value).toBe("https://results.example.org");
});

test.each([...BROWSERS, "", undefined])("%s gets the page", (agent) => {
  expect(ask("/results/river-10k/2026", agent)).toMatchObject({
    uri: "/index.html",
    origin: undefined,
  });
});

test("every page that is shared has a card, and only those", () => {
  const [fetcher] = FETCHERS;
  const pages = PAGE_WORDS.flatMap((word) => [
    `/${word}/river-10k`,
    `/${word}/river-10k/2026`,
    paths.runner(word, "river-10k", "2026", "88"),
  ]);
  for (const page of [
    ...pages,
    paths.status("river-10k"),
    paths.arrivals("river-10k"),
    paths.arrivals("river-10k", "2026"),
    paths.certificate("river-10k", "2026", "88"),
    "/results/river-10k/2026/",
  ]) {
    expect(pageOf(ask(page, fetcher).uri)).toBe(page);
  }
  for (const page of [
    "/",
    "/results",
    "/results/",
    "/api-docs",
    "/login",
    paths.kiosk("river-10k", "2026"),
    "/unsubscribe/a@b.c",
    "/certificate/Ana/River/45:01/today",
    "/resultsx/a/2026",
    "/x/results/a/2026",
  ]) {
    expect(ask(page, fetcher)).toMatchObject({ uri: "/index.html", origin: undefined });
  }
  for (const file of ["/assets/index-1a2b.js", "/favicon.svg", "/config.json"]) {
    expect(ask(file, fetcher)).toMatchObject({ uri: file, origin: undefined });
  }
});

test("an address comes through unharmed, whatever is in it", () => {
  for (const bib of ["A 12", "12/7", "~1", "%", "é", "a.js", "?x=1", "#", "'()!*", "<script>"]) {
    const page = paths.runner("results", "river-10k", "2026", bib);
    expect(pageOf(ask(page, FETCHERS[0]).uri)).toBe(page);
  }
});
