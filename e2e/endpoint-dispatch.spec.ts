import { get } from 'node:http';
import { expect, test } from '../testing/e2e';
import { sendRaw } from '../testing/e2e/raw';

type Answer = { status: number; headers: Record<string, unknown>; bytes: number };

/** Sends a GET as it is written: fetch and Playwright's request normalise paths and choose encodings. */
function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((done, fail) => {
    get(url, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => (bytes += part.length));
      response.on('end', () => done({ status: response.statusCode!, headers: response.headers, bytes }));
    }).on('error', fail);
  });
}

/** Headers that are the same for every response of an endpoint. Next.js adds a Vary that concerns pages only. */
function constant({ headers: { date, 'x-request-id': id, ...headers } }: Answer) {
  expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
  delete headers.vary;
  return headers;
}

test('an endpoint answers alike, whether our server or the router of Next.js finds it', async ({ baseURL }) => {
  const ours = await ask(`${baseURL}/api/user/profile/somebody`);
  // Our server leaves paths with escapes to Next.js.
  const routed = await ask(`${baseURL}/api/user/profile/some%62ody`);
  expect([ours.status, routed.status]).toEqual([401, 401]);
  expect(constant(ours)).toEqual(constant(routed));
  expect(ours.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
});

test('paths that only Next.js understands are redirected or refused by it', async ({ baseURL }) => {
  const redirected = await ask(`${baseURL}/api/courses/`);
  expect([redirected.status, redirected.headers.location]).toEqual([308, '/api/courses']);
  for (const path of ['/api/nothing/here', '/api/billing/123/progress.rsc'])
    expect((await ask(`${baseURL}${path}`)).status).toBe(404);
  expect((await ask(`${baseURL}/api//courses`)).status).toBeGreaterThanOrEqual(300);
  // http.get would resolve these itself.
  for (const path of ['/api/user/../courses', '/api/./courses']) {
    expect(await sendRaw(baseURL!, `GET ${path} HTTP/1.1`, 'Host: x')).toMatchObject({ status: 200 });
  }
});

test('what a request says about the routing inside Next.js is ignored', async ({ baseURL, request, seed }) => {
  const course = await seed.course({ branch: 'Civil', totalSeats: 5 });
  const selected_courses = [{ course_id: course.id, selectedSeats: 1 }];
  const created = await request.post('/api/cart/share', { data: { selected_courses } });
  const token = ((await created.json()) as { url: string }).url.split('/').at(-1)!;
  const unknown = token.replace(/./g, 'x');

  const read = (of: string, query = '', headers = {}) => ask(`${baseURL}/api/cart/share/${of}/pdf${query}`, headers);
  expect((await read(token)).status).toBe(200);
  expect((await read(token, `?nxtPtoken=${unknown}`)).status).toBe(200);
  expect((await read(unknown, `?nxtPtoken=${token}`)).status).toBe(404);
  const headers = {
    'x-matched-path': `/api/cart/share/${token}/pdf`,
    'x-now-route-matches': `nxtPtoken=${token}`,
    'x-middleware-subrequest': 'proxy',
  };
  expect((await read(unknown, '', headers)).status).toBe(404);
});

test('long responses of endpoints and pages are compressed as the client accepts it', async ({ baseURL, seed }) => {
  for (const branch of ['Civil', 'Mining', 'Mechanical', 'Electrical', 'Chemical', 'Textile'])
    await seed.course({ branch: `${branch} Engineering`, totalSeats: 5 });
  const city = encodeURIComponent(seed.city);
  for (const url of [`${baseURL}/api/courses?city=${city}`, `${baseURL}/login`]) {
    const plain = await ask(url);
    expect(plain.headers['content-encoding'], 'a client that accepts nothing').toBeUndefined();
    expect(plain.headers.vary).toContain('Accept-Encoding');
    for (const encoding of ['br', 'gzip']) {
      const compressed = await ask(url, { 'Accept-Encoding': encoding });
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.bytes).toBeLessThan(plain.bytes / 2);
    }
  }
  expect((await ask(`${baseURL}/api/health`, { 'Accept-Encoding': 'gzip' })).headers).not.toHaveProperty(
    'content-encoding',
  );
});

test('files are not offered in parts, which are never sent', async ({ baseURL }) => {
  const { status, headers } = await ask(`${baseURL}/icons/192.png`, { Range: 'bytes=0-9' });
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('accept-ranges');
});
