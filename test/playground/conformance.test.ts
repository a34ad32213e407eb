import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { useVisits } from './visit.ts';

const visit = useVisits();

interface Standing {
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly strays: readonly string[];
  readonly report: {
    readonly passed: number;
    readonly results: readonly { outcome: string; name: string }[];
  };
}

async function finished(page: Page): Promise<Standing> {
  await page.locator('[data-state=done], [data-state=failed]').waitFor({ timeout: 280_000 });
  return JSON.parse((await page.locator('#report').textContent())!) as Standing;
}

// The whole suite takes minutes, and runs in this very browser in the project `browser`; another topic in states.test.ts.
test('the conformance page runs topics of the suite in the browser, and all of them pass', async () => {
  const { page, complaints } = await visit({ path: 'conformance.html?run&only=^(values|bindings):' });
  const { state, done, total, strays, report } = await finished(page);
  expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect({ state, strays, done }).toEqual({ state: 'done', strays: [], done: total });
  expect(total).toBeGreaterThan(80);
  expect(await page.locator('.conformance-summary').textContent()).toBe(`All ${total} matching cases passed`);
  expect(await page.locator('.conformance-only').textContent()).toContain('^(values|bindings):');
  expect(await page.locator('.conformance-table .is-passed').count()).toBe(total);
  expect(complaints).toEqual([]);
}, 300_000);

test('a script picks the containment and a part, and gets each result by POST', async () => {
  const messages: object[] = [];
  const { page, site } = await visit({
    prepare: async (page) => {
      await page.route(
        ({ pathname }) => pathname.startsWith('/say/'),
        async (route) => {
          messages.push(route.request().postDataJSON() as object);
          await route.fulfill({ status: 204 });
        },
      );
    },
    path: 'conformance.html?run&containment=none&only=^values: .*Map&post=/say/page/message',
  });
  const { report } = await finished(page);
  expect(report.passed).toBeGreaterThan(0);
  await expect.poll(() => messages.at(-1)).toHaveProperty('report.backend', 'web-worker, containment none');
  expect(messages.filter((message) => 'result' in message)).toHaveLength(report.results.length);
  expect(site.strays).toEqual([]);
});
