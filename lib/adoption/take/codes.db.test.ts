import { beforeEach, expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { readAdoption } from '@/lib/admin/adoptions/queries';
import * as transport from '@/lib/delivery/transport';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { codeTo, messagesTo } from '@/testing/db/outbox';
import { pledgeSeats } from './mutations';
import { sendAdoptionCode, sendCodeAgain } from './send-code';

const { dataDir } = useTestDatabase();
const ORIGIN = { clientAddress: '203.0.113.7', locale: 'en' } as const;
beforeEach(() => () => vi.restoreAllMocks());

let made = 0;

/** Somebody at the checkout, and what the form sends. */
async function atCheckout() {
  const course = await makeCourse({ pricePaise: 1_000_00 });
  const sponsor = makeSponsor({ email: `codes${++made}@acme.example` });
  const request = {
    sponsor,
    lines: [{ id: course.id, selectedSeats: 2 }],
    totalPaise: 2_000_00,
  } as Parameters<typeof sendAdoptionCode>[0];
  const ask = () => sendAdoptionCode(request, 'email', ORIGIN);
  return { course, sponsor, ask };
}

const pause = () => sql()`delete from rate_limits where key like 'otp_pause%'`;

async function historyOf(billingId: string) {
  const { scope } = await makeAdmin();
  const [row] = await sql()<{ reference: string }[]>`select reference from billings where id = ${billingId}`;
  const { codes } = (await readAdoption(scope, row!.reference))!;
  return { reference: row!.reference, codes };
}

test('a code that the provider refused is named with its reason; the one before stays valid, and it counts for no limit', async () => {
  const { sponsor, ask } = await atCheckout();
  const first = await ask();
  if (!first.ok) throw new Error(first.code);
  const { userId, draftId } = first as { userId: string; draftId: string };
  const otp = (await codeTo(dataDir, sponsor.email))!;
  await pause();
  const fails = { send: async () => ({ ok: false, code: 'otp.send_failed', reason: 'mailbox full' }) as const };
  vi.spyOn(transport, 'messageTransport').mockReturnValueOnce(fails);
  expect(await ask()).toMatchObject({ ok: false, code: 'otp.send_failed' });
  const { codes } = await historyOf(draftId);
  expect(codes).toMatchObject([
    { to: sponsor.email, failure: null, isOver: false, usedMs: null },
    { to: sponsor.email, failure: 'mailbox full', isOver: true },
  ]);
  const subject = { purpose: 'public_adoption', otpMethod: 'email', userId, email: sponsor.email } as const;
  expect(await pledgeSeats({ ...subject, phone: sponsor.phone, draftId }, otp)).toMatchObject({ ok: true });
  expect((await historyOf(draftId)).codes[0]!.usedMs).toBeGreaterThan(0);
});

test('requests that a limit refused are counted at the newest code', async () => {
  const { ask } = await atCheckout();
  const first = await ask();
  const { draftId } = first as { draftId: string };
  expect(await ask()).toMatchObject({ code: 'otp.too_soon' });
  await sql()`delete from rate_limits where key like 'otp_pause%'`;
  await ask();
  expect(await ask()).toMatchObject({ code: 'otp.too_soon' });
  expect(await ask()).toMatchObject({ code: 'otp.too_soon' });
  expect((await historyOf(draftId)).codes).toMatchObject([{ refusedRequests: 1 }, { refusedRequests: 2 }]);
});

test('an administrator sends another code, which is entered where the sponsor waits; three times an hour, and only while it waits', async () => {
  const { sponsor, ask } = await atCheckout();
  const { userId, draftId } = (await ask()) as unknown as { userId: string; draftId: string };
  const { reference } = await historyOf(draftId);
  const former = (await codeTo(dataDir, sponsor.email))!;
  const { scope, adminId } = await makeAdmin({ role: 'finance' });
  expect(await sendCodeAgain(scope, reference)).toEqual({ ok: true });
  const messages = await messagesTo(dataDir, sponsor.email);
  expect(messages).toHaveLength(2);
  expect(messages[1]!.text).toContain('2 seats');
  const subject = { purpose: 'public_adoption', otpMethod: 'email', userId, email: sponsor.email } as const;
  const verify = (otp: string) => pledgeSeats({ ...subject, phone: sponsor.phone, draftId }, otp);
  if (former !== messages[1]!.code) expect(await verify(former)).toMatchObject({ ok: false, code: 'otp.invalid' });
  expect(await sendCodeAgain(scope, reference)).toEqual({ ok: true });
  expect(await sendCodeAgain(scope, reference)).toEqual({ ok: true });
  expect(await sendCodeAgain(scope, reference)).toMatchObject({ ok: false, code: 'request.too_many' });
  expect(await verify((await codeTo(dataDir, sponsor.email))!)).toMatchObject({ ok: true });
  expect(await sendCodeAgain(scope, reference)).toEqual({ ok: false, code: 'otp.not_waiting' });
  expect(await sendCodeAgain(scope, 'SA-0000-0000-0000')).toEqual({ ok: false, code: 'adoption.not_found' });
  const entries =
    await sql()`select admin_id as by from audit_log where action = 'code.sent_again' and subject = ${draftId}`;
  expect(entries).toEqual(Array(3).fill({ by: adminId }));
});
