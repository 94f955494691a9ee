import { readFile } from 'node:fs/promises';
import { filesUnder } from '../scripts/lib/files';
import { register } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { expect, test, type Page } from '../testing/e2e';

/** A path of every page with its parameters filled in, and paths without a page. */
async function pages(): Promise<string[]> {
  const files = (await filesUnder('app')).filter((file) => /\/page\.tsx$/.test(file));
  const paths = files.map((file) => file.replace(/^app|\/\([^)]*\)|\/page\.tsx$/g, '').replace(/\[.*?\]/g, 'nothing'));
  return [
    ...paths.map((path) => path || '/'),
    '/no/such/page',
    '/_next/nothing',
    '/login?x="><script>canary=1</script>',
  ];
}

const IMAGE = '<img src=x onerror="canary=1">';
const BREAKOUT = '</script><script>globalThis.canary=1</script>';

/** Asserts that no part of a name has become an element or a running script. */
async function expectInert(page: Page): Promise<void> {
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.evaluate(() => 'canary' in globalThis)).toBe(false);
}

test('security 54: every page is made for its request: its one policy has a nonce of its own, and its scripts have it', async ({
  request,
}) => {
  const nonces = new Set<string>();
  for (const path of await pages()) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const policies = answer.headersArray().filter(({ name }) => name.toLowerCase() === 'content-security-policy');
    expect(policies, path).toHaveLength(1);
    const [, nonce] = /script-src 'nonce-([^']+)' 'strict-dynamic';/.exec(policies[0]!.value) ?? [];
    expect(nonce, path).toBeTruthy();
    nonces.add(nonce!);
    const scripts = (await answer.text()).match(/<script(?! type="application\/ld\+json")[^>]*>/g) ?? [];
    if (answer.status() !== 307) expect(scripts.length, path).toBeGreaterThan(0);
    expect(
      scripts.filter((script) => !script.includes(` nonce="${nonce}"`)),
      path,
    ).toEqual([]);
    expect(answer.headers()['cache-control'], path).toContain('no-store');
  }
  expect(nonces.size).toBe((await pages()).length);
  // Pages rendered at build time have no nonce; the last is the fallback of Next.js, not a page of ours.
  const { routes } = JSON.parse(await readFile('.next/prerender-manifest.json', 'utf8')) as { routes: object };
  expect(Object.keys(routes).filter((path) => !/\.\w+$/.test(path))).toEqual(['/_global-error']);
});

test('security 54: a script that got into a page does not run, however it came', async ({ page, violations }) => {
  const run = 'globalThis.canary=1';
  await page.route('**/login', async (route) => {
    const answer = await route.fetch();
    const scripts = `<script>${run}</script><script nonce="guess">${run}</script><script src="data:text/javascript,${run}"></script>`;
    const rest = `<base href="https://evil.example/"><iframe srcdoc="<script>parent.${run}</script>"></iframe>`;
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('<main', `${scripts}${IMAGE}${rest}<main`),
    });
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<a href="javascript:void(globalThis.canary=1)"></a>');
    (document.body.lastElementChild as HTMLElement).click();
    document.body.insertAdjacentHTML('beforeend', '<form action="https://evil.example/"></form>');
    (document.body.lastElementChild as HTMLFormElement).submit();
    setTimeout('globalThis.canary=1');
  });
  const tries = [
    'inline script',
    'inline event handler',
    'data:text',
    'base URI',
    'JavaScript URL',
    'form-action',
    'as JavaScript',
  ];
  const noted = () => tries.filter((what) => violations.some((text) => text.includes(what)));
  await expect.poll(noted).toEqual(tries);
  expect(await page.evaluate(() => 'canary' in globalThis)).toBe(false);
  expect(await page.evaluate(() => location.pathname)).toBe('/login');
  violations.splice(0);
});

test('security 54: no page of ours stands in a frame of another site', async ({ page, baseURL, violations }) => {
  await page.setContent(`<iframe src="${baseURL}/login"></iframe>`);
  await expect.poll(() => violations.splice(0).join()).toContain('frame-ancestors');
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Sign In' })).toHaveCount(0);
});

test('security 54: markup as the name of city, course, institute and company is shown as it is written, on list and tables', async ({
  page,
  request,
  seed,
  admin,
}) => {
  const city = `${IMAGE} ${seed.city}`;
  await seed.course({ city, branch: BREAKOUT, institute: `${IMAGE} Institute` });

  await page.goto(`/course-list/${encodeURIComponent(city)}/B.Tech?x="><script>canary=1</script>`);
  await expect(page.getByRole('main')).toContainText(BREAKOUT);
  await expectInert(page);

  await register(request, { company_name: IMAGE });
  await signInAdmin(page, admin);
  for (const [path, text] of [
    ['/admin/users', IMAGE],
    ['/admin/catalogue', BREAKOUT],
  ] as const) {
    await page.goto(`${path}?q=${encodeURIComponent(text)}`);
    await expect(page.getByRole('main')).toContainText(text);
    await expectInert(page);
  }
});

test('security 45: whatever address a sign-in is asked to lead to, it leads to the dashboard', async ({
  page,
  account,
}) => {
  const evil = encodeURIComponent('//evil.example');
  await page.goto(`/login?callbackUrl=${evil}&next=javascript:canary&redirect=https://evil.example&from=${evil}`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('security 45: after signing in, nothing but a page of this site opens', async ({ page, account, baseURL }) => {
  for (const [to, opened] of [
    ['//evil.example', '/dashboard'],
    ['javascript:document.title=1', '/dashboard'],
    ['/%2Fevil.example', '/%2Fevil.example'],
    ['/.//evil.example', '/evil.example'],
    ['/cart', '/cart'],
  ] as const) {
    await page.context().clearCookies();
    await page.goto(`/login?to=${encodeURIComponent(to)}`);
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page, to).toHaveURL(baseURL + opened);
    // Not on a page that would notice, and leave for the login page at the same time as the test.
    await page.goto('/api/health');
    await page.evaluate(() => localStorage.clear());
  }
});

test('security 35: there are no server actions, and whoever asks for one is refused', async ({ request }) => {
  const manifest = JSON.parse(await readFile('.next/server/server-reference-manifest.json', 'utf8')) as {
    node: object;
    edge: object;
  };
  expect([manifest.node, manifest.edge]).toEqual([{}, {}]);
  const action = '40'.padEnd(42, 'a');
  for (const path of ['/', '/dashboard', '/admin/dashboard', '/no/such/page'])
    for (const attempt of [
      { headers: { 'Next-Action': action }, data: '[]' },
      { multipart: { [`$ACTION_ID_${action}`]: '' } },
    ]) {
      const answer = await request.post(path, { ...attempt, maxRedirects: 0 });
      expect([answer.status(), await answer.text()], path).toEqual([409, 'Server Action unavailable.']);
    }
});

test('security 51: the image optimiser fetches nothing from anywhere', async ({ request, baseURL }) => {
  const own = `${baseURL}/icons/192.png`;
  const addresses = [
    own,
    'http://127.0.0.1:80/',
    'http://169.254.169.254/',
    '//evil.example/x.png',
    'file:///etc/passwd',
  ];
  for (const url of [...addresses, '/api/health', '/_next/image?url=/icons/192.png&w=64&q=75'])
    expect((await request.get('/_next/image', { params: { url, w: 64, q: 75 } })).status(), url).toBe(404);
});
