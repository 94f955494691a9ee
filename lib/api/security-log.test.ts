import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { HttpError } from '@/lib/platform/errors';
import { area } from './endpoint';
import { createHandler, routeHandlers } from './handler';

const call = area({ tag: 'Service', access: 'anyone' }).post('/door', {
  id: 'tryDoor',
  summary: 'Try the door',
  json: z.strictObject({ email: z.string(), password: z.string() }),
  maxBytes: 1000,
  ok: z.object({}),
});

const lines: { level: string; [field: string]: unknown }[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
});
afterEach(() => vi.restoreAllMocks());

/** Returns the log line of a request that is refused with `refusal`, or accepted if null. */
async function loggedOf(refusal: HttpError | null, body: object = { email: 'asha@acme.in', password: 'hunter2' }) {
  const { POST } = routeHandlers({
    POST: createHandler(call, async ({ respond }) => {
      if (refusal) throw refusal;
      return respond(200, {});
    }),
  });
  const headers = { 'content-type': 'application/json', 'x-request-id': 'front-0123456789' };
  await POST(
    new Request('http://localhost/api/door?token=hunter2', { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

test.each([
  [401, 'auth.invalid_credentials'],
  [403, 'auth.forbidden'],
  [429, 'auth.too_many_attempts'],
] as const)(
  'security 14 security 52: a refusal with %i is a warning with call, code and request, and without anybody’s data',
  async (status, code) => {
    const line = await loggedOf(new HttpError(code, { params: { name: 'asha@acme.in' } }));
    expect(line).toMatchObject({
      level: 'warn',
      event: 'request',
      request: 'front-0123456789',
      call: 'tryDoor',
      status,
      refusal: code,
    });
    expect(JSON.stringify(line)).not.toMatch(/asha|acme|hunter2/);
  },
);

test('security 52: what was wrong with a request is told by its code, never by what it held', async () => {
  const line = await loggedOf(null, { email: 'asha@acme.in', role: 'administrator' });
  expect(line).toMatchObject({ level: 'info', call: 'tryDoor', status: 400, refusal: 'request.invalid_field' });
  expect(JSON.stringify(line)).not.toMatch(/asha|acme|role|administrator/);
});

test('an accepted request is logged without a warning', async () => {
  const line = await loggedOf(null);
  expect(line).toMatchObject({ level: 'info', call: 'tryDoor', status: 200 });
  expect(line).not.toHaveProperty('refusal');
});
