// What a refresh of the largest live race takes of a phone whose processor is four times slower: the longest tasks while a version of which
// a hundred lines changed comes on screen, and what it takes from the network.

const SLOWER = 4;
const VERSIONS = 6;
/** Goal of issue 9, in milliseconds: shown, never enforced, like all times. */
const GOAL = 100;

/** Notes in the page every task above 50 ms. */
function watch() {
  const tasks = [];
  Object.assign(window, { tasks });
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask' });
}

/** Opens a live race and publishes versions of it; prints a line for each. `race` is { address, runners, publish(context) }. */
export async function measureRefresh(browser, viewport, { address, runners, publish }) {
  console.log(`${runners.toLocaleString('en')} runners, live, phone ${SLOWER} times slower: tasks above 50 ms at a refresh (goal ${GOAL} ms)`);
  const context = await browser.newContext({ viewport, deviceScaleFactor: 2, serviceWorkers: 'block' });
  const race = await publish(context);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(watch);
  await page.goto(address);
  await page.locator('table[aria-rowcount]').waitFor({ timeout: 120_000 });
  await page.waitForTimeout(3_000);
  for (let version = 0; version < VERSIONS; version += 1) {
    const asked = [];
    const note = (request) => asked.push(request.url().replace(/.*\//, ''));
    race.publishNext();
    await page.evaluate(() => { window.tasks.length = 0; });
    page.on('request', note);
    // Who comes back to a page sees the newest at once.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.locator('tbody').getByText('changed').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(3_000);
    page.off('request', note);
    const tasks = await page.evaluate(() => window.tasks);
    console.log(`  ${asked.join(', ')}: ${tasks.length === 0 ? 'none' : `${tasks.toSorted((a, b) => b - a).slice(0, 4).join(', ')} ms`}`);
  }
  await context.close();
}
