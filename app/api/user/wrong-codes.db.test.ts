import { beforeEach, describe, expect, test } from 'vitest';
import { POST as openAccess } from '@/app/api/adoptions/[reference]/access/route';
import { POST as sendAccessCode } from '@/app/api/adoptions/[reference]/code/route';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { MAX_SENDS_TO_RECIPIENT, MAX_WRONG_PER_CODE } from '@/lib/platform/limits';
import { requesterKey } from '@/lib/accounts/codes/mutations';
import { makeSponsor, prepareAdoption, wrongCode } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { endPauses, newNetwork } from '@/testing/db/networks';
import { runDeferred } from '@/testing/next/next-server';
import { POST as generateOtp } from './generate-otp/route';
import { POST as sendPasswordCode } from './password/code/route';
import { POST as resetPassword } from './password/reset/route';
import { POST as verifyOtp } from './verify-otp/route';

const { dataDir } = useTestDatabase();
beforeEach(async () => {
  await sql()`delete from rate_limits`;
});

/** One way to ask for a code and to enter it. */
type Way = {
  ask: (from: string) => Promise<Response>;
  type: (otp: string, from: string) => Promise<Response>;
};
const call = (body: object, from: string) =>
  new Request('http://localhost/api', {
    method: 'POST',
    headers: { 'X-Forwarded-For': from, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const account = (email: string) => makeSponsorAccount({ email });
const WAYS: Record<string, (email: string) => Promise<Way>> = {
  'an adoption on the public pages': async (email) => {
    const course = await makeCourse({ totalSeats: 900 });
    const sponsor = makeSponsor({ email });
    const drafts = new Map<string, object>();
    return {
      ask: async (from) => {
        const seats = drafts.size + 1;
        const line = { id: course.id, selectedSeats: seats, pricePerSeat: course.pricePaise / 100 };
        const totalPrice = (seats * course.pricePaise) / 100;
        const selectedCourses = { [course.id]: { ...line, totalPrice } };
        const answer = await generateOtp(call({ ...sponsor, otpMethod: 'email', selectedCourses, totalPrice }, from));
        if (answer.status !== 200) return answer;
        const { user_id, draft_id } = (await answer.json()) as Record<string, string>;
        drafts.set(from, { user_id, draft_id });
        return answer;
      },
      type: (otp, from) =>
        verifyOtp(call({ otp, email, phone: sponsor.phone, otpMethod: 'email', ...drafts.get(from) }, from)),
    };
  },
  'the page of a guest’s adoption': async (email) => {
    const prepared = await prepareAdoption([{ course: await makeCourse(), seats: 1 }], makeSponsor({ email }));
    const pledge = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
    if (!pledge.ok) throw new Error(pledge.code);
    const { reference } = pledge;
    const at = { params: Promise.resolve({ reference }) };
    return {
      ask: (from) => sendAccessCode(call({}, from), at),
      type: (otp, from) => openAccess(call({ otp }, from), at),
    };
  },
  'the e-mail of an account': async (email) => {
    await account(email);
    return {
      ask: (from) => generateOtp(call({ email }, from)),
      type: (otp, from) => verifyOtp(call({ email, otp }, from)),
    };
  },
  'a forgotten password': async (email) => {
    await account(email);
    const password = 'forty two green chairs';
    return {
      ask: (from) => sendPasswordCode(call({ email }, from)),
      type: (otp, from) => resetPassword(call({ email, otp, password }, from)),
    };
  },
};

/** Returns the codes that were sent to an address, oldest first. */
async function codesTo(email: string): Promise<string[]> {
  await runDeferred();
  return (await messagesTo(dataDir, email)).flatMap(({ code }) => code ?? []);
}

/** The owner asks for a code and enters it. Returns true if it was accepted. */
async function owner({ ask, type }: Way, email: string, from: string): Promise<boolean> {
  const before = (await codesTo(email)).length;
  await endPauses();
  if ((await ask(from)).status !== 200) return false;
  const codes = await codesTo(email);
  return codes.length > before && (await type(codes.at(-1)!, from)).status === 200;
}

/** A network asks for codes and types six wrong ones each time. Returns how many of them were compared. */
async function attack({ ask, type }: Way, email: string, from: string, times: number): Promise<number> {
  let wrong = 0;
  for (let asked = 0; asked < times; asked++) {
    await endPauses();
    const sent = (await ask(from)).status === 200;
    const code = wrongCode((await codesTo(email)).at(-1) ?? '000000');
    if (!sent && asked > 0) break;
    for (let n = 0; n < 6; n++) wrong += Number((await type(code, from)).status === 400);
  }
  const [sent] = await sql()`select 1 from otp_challenges where email = ${email} and asker = ${requesterKey(from)}`;
  return sent ? wrong : 0;
}

let people = 0;
const newEmail = () => `owner${++people}@works.example`;

describe.each(Object.entries(WAYS))('security 93: wrong codes for %s', (_, make) => {
  test('from one network close nothing for the owner, whose network is new', async () => {
    const email = newEmail();
    const way = await make(email);
    expect(await attack(way, email, newNetwork(), 6)).toBeLessThanOrEqual(2 * MAX_WRONG_PER_CODE);
    expect(await owner(way, email, newNetwork())).toBe(true);
  });

  test(
    'from 20 networks are 50 guesses an hour at most, and the owner’s known network goes on',
    { timeout: 60_000 },
    async () => {
      const [email, home] = [newEmail(), newNetwork()];
      const way = await make(email);
      expect(await owner(way, email, home)).toBe(true);
      await sql()`delete from rate_limits`;
      let guesses = 0;
      for (let n = 0; n < 20; n++) guesses += await attack(way, email, newNetwork(), 1);
      const inTime = await owner(way, email, home);
      expect(guesses).toBe(MAX_SENDS_TO_RECIPIENT * MAX_WRONG_PER_CODE);
      expect(inTime).toBe(true);
    },
  );
});
