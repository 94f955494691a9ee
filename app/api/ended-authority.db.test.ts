import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { ENDPOINTS } from '@/lib/api/endpoints';
import { changesIn, bearer, handlerOf } from '@/testing/api/send-request';
import { makeAdmin } from '@/testing/db/admin';
import { useTestDatabase } from '@/testing/db/database';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice } from '@/testing/db/offices';
import { exampleOf, requestOf } from '@/testing/api/examples';

const { dataDir } = useTestDatabase();
Object.assign(process.env, { PAYMENT_PROVIDER: 'sandbox' });

const OF_ACCOUNTS = ['administrator', 'office', 'account'];
const WITH_BODY = ENDPOINTS.filter(
  ({ access, body }) => body && ['sponsor', 'owner', 'holder', ...OF_ACCOUNTS].includes(access),
);

/** Returns a copy of a request whose body arrives after `meanwhile`, which runs once the server waits for it. */
async function heldBack(request: Request, meanwhile: () => Promise<void>): Promise<Request> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile();
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
}

test.each(WITH_BODY)(
  'security 121: $id refuses a request whose session ended while its body was held back',
  async (endpoint) => {
    const [sponsor, admin, office] = [await makeSponsorAccount(), await makeAdmin(), await makeOffice()];
    const ask = await exampleOf(endpoint, { sponsor, admin, office, own: admin });
    const isAccount = OF_ACCOUNTS.includes(endpoint.access);
    const { token } = endpoint.access === 'office' ? office : isAccount ? admin : sponsor;
    const from = { 'X-Forwarded-For': '203.0.113.7' };
    const request = requestOf(endpoint, ask, { ...from, ...bearer(token) });
    let before: unknown;
    const late = await heldBack(request, async () => {
      await sql()`delete from ${sql()(isAccount ? 'admin_sessions' : 'sessions')}`;
      before = await changesIn(dataDir);
    });
    const handle = await handlerOf(endpoint);
    expect((await handle(late, { params: Promise.resolve(ask.params ?? {}) })).status).toBe(401);
    expect(await changesIn(dataDir)).toEqual(before);
  },
);
