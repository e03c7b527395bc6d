/**
 * E-mail at the finish (pages.md C6, C22, api.md 8.9): requested on a runner's page, confirmed
 * through the link, sent when the finish is uploaded, and ended with one click in a mail program.
 * Mail that would leave the machine is read where `chute serve` keeps it.
 */
import { beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { makeUnderway, type Underway } from "./own-race";
import { context, page, visit, withBrowser } from "./page";
import { PATIENCE_MS } from "./patience";
import { call, calledFrom, type Mail, mailsTo } from "./stack";

let race: Underway;
let number = 0;

withBrowser({ viewport: SCREENS.phone });

/** The nth mail to an address, from 1, as soon as it is there. */
async function arrived(address: string, count: number): Promise<Mail> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const mails = await mailsTo(address);
    const mail = mails[count - 1];
    if (mail !== undefined) return mail;
    if (Date.now() > end)
      throw new Error(`${mails.length} of ${count} mails have come to ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function linkOf(mail: Mail, way: string): string {
  const link = mail.text.split(/\s+/).find((word) => word.includes(`/email-alerts/${way}#`));
  if (link === undefined) throw new Error(`no link to ${way} in: ${mail.text}`);
  return SITE + link.slice(new URL(link).origin.length);
}

beforeEach(async () => {
  race = await makeUnderway();
  number += 1;
  // each test comes from another address, so that one test's requests do not count in the next
  const extraHTTPHeaders = calledFrom(`2001:db8:e2e:${Date.now() % 9_000}::${number}`);
  await visit(`/results/${race.slug}/${race.year}/88`, { extraHTTPHeaders });
});

/** Asks for the mail on the runner's page. */
async function ask(address: string): Promise<void> {
  const part = page.getByRole("region", {
    name: /^(Email at the finish|Correo al llegar a la meta)$/,
  });
  await part.getByRole("textbox").fill(address);
  await part.getByRole("button").click();
  await part.getByRole("status").getByText(address).waitFor();
}

test("requested, confirmed, sent at the finish, ended by one click", async () => {
  const { slug, year } = race;
  const address = `canary-email-${slug}@canary.example`;
  await page.getByRole("region", { name: "Email at the finish" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await ask(address);
  expect(await violations(page)).toEqual([]);

  const question = await arrived(address, 1);
  expect([question.subject, question.text.includes("Ana")]).toEqual([
    "River 10K: please confirm your address",
    false,
  ]);
  await page.goto(linkOf(question, "confirm"));
  const press = page.getByRole("button", { name: "Confirm" });
  await press.waitFor();
  expect(await violations(page)).toEqual([]);
  await press.click();
  await page.getByRole("heading", { level: 1, name: "Confirmed" }).waitFor();
  expect(await page.getByRole("link", { name: "Results of the race" }).getAttribute("href")).toBe(
    `/results/${slug}/${year}`,
  );

  await race.pass("88", "Mile 3");
  await race.finish("88");
  const told = await arrived(address, 2);
  expect([told.subject, told.from]).toEqual([
    "Ana Ruiz finished: River 10K",
    expect.stringContaining("<alerts@chute.example>"),
  ]);
  expect(told.text).toContain("Time: 0:45:10 (chip 0:45:01)\nPlace: 12\nDistance: 10 KM\n");
  for (const way of ["results", "certificate"])
    expect(told.text).toContain(`/${way}/${slug}/${year}/88\n`);

  // the HTML part links to the same pages, and fetches nothing
  const letter = await context.newPage();
  const fetched: string[] = [];
  letter.on("request", (request) => fetched.push(request.url()));
  await letter.setContent(told.html);
  expect(
    await letter
      .getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      ),
  ).toEqual([
    `/results/${slug}/${year}/88`,
    `/certificate/${slug}/${year}/88`,
    "/email-alerts/unsubscribe",
  ]);
  expect(fetched).toEqual([]);

  // as a mail program does it (RFC 8058)
  expect(told.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const oneClick = (told.headers["List-Unsubscribe"] ?? "").replace(/^<(.*)>$/, "$1");
  const left = await fetch(oneClick, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(left.status).toBe(200);
  // nobody is notified, and nothing is sent any more
  const other = `other-${slug}@canary.example`;
  for (const email of [address, other]) await call("mail/add", { slug, year, bib: "89", email });
  await arrived(other, 1);
  expect((await mailsTo(address)).length).toBe(2);
});

test("in Spanish, and ended on the page", async () => {
  const { slug, year } = race;
  await page.goto(`${page.url()}?lang=es`);
  const address = `eva-${slug}@canary.example`;
  await ask(address);
  const question = await arrived(address, 1);
  expect(question.subject).toBe("River 10K: confirme su dirección");
  await page.goto(linkOf(question, "confirm"));
  await page.getByRole("button", { name: "Confirmar" }).click();
  await page.getByRole("heading", { level: 1, name: "Confirmada" }).waitFor();
  await page.goto(linkOf(question, "unsubscribe"));
  await page.getByRole("button", { name: "Darse de baja" }).click();
  await page.getByRole("heading", { level: 1, name: "Baja hecha" }).waitFor();
  expect(await violations(page)).toEqual([]);
  // somebody else's mail comes, Eva's does not
  const other = `other-${slug}@canary.example`;
  await call("mail/add", { slug, year, bib: "88", email: other, language: "es" });
  const asked = await arrived(other, 1);
  await page.goto(linkOf(asked, "confirm"));
  await page.getByRole("button", { name: "Confirmar" }).click();
  await page.getByRole("heading", { level: 1, name: "Confirmada" }).waitFor();
  await race.finish("88");
  const told = await arrived(other, 2);
  expect(told.subject).toBe("Ana Ruiz ha llegado a la meta: River 10K");
  expect((await mailsTo(address)).length).toBe(1);
});
