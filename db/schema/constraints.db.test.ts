import { describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { billingItems, billings, otpChallenges, payments, users } from './index';

useTestDatabase();

/** Returns the name of the constraint that rejects this work; fails the test if none does. */
async function refusedBy(work: PromiseLike<unknown>): Promise<string | undefined> {
  const outcome = await Promise.resolve(work).then(
    () => 'accepted' as const,
    (error: unknown) => error,
  );
  expect(outcome).not.toBe('accepted');
  for (let at: unknown = outcome; at instanceof Error; at = at.cause) {
    const { constraint_name: constraint, code } = at as { constraint_name?: string; code?: string };
    if (constraint ?? code) return constraint ?? code;
  }
  throw outcome;
}

const sponsor = {
  fullName: 'A B',
  designation: 'HR',
  email: 'a@b.in',
  phone: '9876543210',
  company: 'C',
  industry: 'IT',
};

async function makeUser(overrides: Partial<typeof users.$inferInsert> = {}) {
  const values = {
    fullName: 'A B',
    designation: 'HR',
    email: `${crypto.randomUUID()}@b.in`,
    phoneNumber: '9876543210',
    companyName: 'C',
  };
  // Registered sponsors have a password.
  const passwordHash = overrides.kind === 'registered' ? 'hash' : null;
  const [row] = await db()
    .insert(users)
    .values({ kind: 'guest', ...values, passwordHash, ...overrides })
    .returning();
  return row!;
}

async function makeBilling(overrides: Partial<typeof billings.$inferInsert> = {}) {
  const userId = overrides.userId ?? (await makeUser()).id;
  const values = { reference: crypto.randomUUID(), channel: 'public' as const, sponsor, totalPaise: 100 };
  const [row] = await db()
    .insert(billings)
    .values({ ...values, ...overrides, userId })
    .returning();
  return row!;
}

describe('courses', () => {
  test.each([
    ['an unknown type', { courseType: 'PhD' as never }, 'courses_type_known'],
    ['a type in another case', { courseType: 'b.tech' as never }, 'courses_type_known'],
    ['a negative total', { totalSeats: -1 }, 'courses_seats_not_oversold'],
    ['more than 10,000 seats', { totalSeats: 10_001 }, 'courses_total_seats_range'],
    ['negative adopted seats', { adoptedSeats: -1 }, 'courses_adopted_seats_range'],
    ['negative held seats', { heldSeats: -1 }, 'courses_held_seats_range'],
    ['more adopted than there are', { totalSeats: 5, adoptedSeats: 6 }, 'courses_seats_not_oversold'],
    [
      'more adopted and held than there are',
      { totalSeats: 5, adoptedSeats: 3, heldSeats: 3 },
      'courses_seats_not_oversold',
    ],
    ['a negative price', { pricePaise: -1 }, 'courses_price_range'],
    ['a price above one crore rupees', { pricePaise: 1_000_000_001 }, 'courses_price_range'],
  ])('security 22: refuse %s', async (_what, overrides, constraint) => {
    expect(await refusedBy(makeCourse(overrides))).toBe(constraint);
  });

  test('security 22: refuse an update that oversells or gives back more than was taken', async () => {
    const { id } = await makeCourse({ totalSeats: 5, adoptedSeats: 4 });
    expect(await refusedBy(sql()`update courses set adopted_seats = adopted_seats + 2 where id = ${id}`)).toBe(
      'courses_seats_not_oversold',
    );
    expect(await refusedBy(sql()`update courses set adopted_seats = adopted_seats - 5 where id = ${id}`)).toBe(
      'courses_adopted_seats_range',
    );
    expect(await refusedBy(sql()`update courses set total_seats = 3 where id = ${id}`)).toBe(
      'courses_seats_not_oversold',
    );
  });

  test.each(['NaN', 'Infinity', '1.5', '', '9007199254740993000'])(
    "security 22: refuse '%s' as a number of seats",
    async (seats) => {
      const { id } = await makeCourse();
      const NOT_A_NUMBER_OF_THIS_TYPE = /^22(P02|003)$/;
      expect(await refusedBy(sql().unsafe(`update courses set adopted_seats = '${seats}' where id = '${id}'`))).toMatch(
        NOT_A_NUMBER_OF_THIS_TYPE,
      );
    },
  );

  test('refuse the same branch twice at one institute, ignoring the case of city and branch', async () => {
    const { id: instituteId } = await makeInstitute({ city: 'Indore' });
    await makeCourse({ instituteId, city: 'Indore', branch: 'Civil' });
    expect(await refusedBy(makeCourse({ instituteId, city: 'INDORE', branch: 'civil' }))).toBe('courses_natural_key');
    await makeCourse({ instituteId, city: 'Indore', branch: 'Civil', courseType: 'Diploma' });
  });
});

describe('institutes', () => {
  test('refuse a blank name and the same name twice in a city', async () => {
    expect(await refusedBy(makeInstitute({ name: '  ' }))).toBe('institutes_name_given');
    await makeInstitute({ name: 'शासकीय आईटीआई', city: 'Rewa' });
    expect(await refusedBy(makeInstitute({ name: 'शासकीय आईटीआई', city: 'rewa' }))).toBe('institutes_name_city');
    await makeInstitute({ name: 'शासकीय आईटीआई', city: 'Satna' });
  });
});

describe('users', () => {
  test('refuse an unknown kind, and an e-mail twice within a kind', async () => {
    expect(await refusedBy(makeUser({ kind: 'administrator' as never }))).toBe('users_kind_known');
    await makeUser({ kind: 'guest', email: 'x@y.in' });
    expect(await refusedBy(makeUser({ kind: 'guest', email: 'X@Y.in' }))).toBe('users_kind_email');
    await makeUser({ kind: 'registered', email: 'x@y.in' });
  });

  test('refuse a registered sponsor without a password, and a guest with one', async () => {
    const kinds = [
      { kind: 'registered', passwordHash: null },
      { kind: 'guest', passwordHash: 'hash' },
    ] as const;
    for (const kind of kinds) expect(await refusedBy(makeUser(kind))).toBe('users_password_when_registered');
  });
});

const dashboard = { channel: 'dashboard' } as const;
const verified = { verifiedAt: new Date() };
const window = { holdExpiresAt: new Date() };

describe('billings', () => {
  test.each<[string, Partial<typeof billings.$inferInsert>, string]>([
    ['an unknown channel', { channel: 'fax' as never }, 'billings_channel_known'],
    ['an unknown state', { state: 'almost' as never }, 'billings_state_known'],
    ['pledged without the moment of verification', { state: 'pledged' }, 'billings_verified_by_state'],
    ['a draft that says it was verified', { verifiedAt: new Date() }, 'billings_verified_by_state'],
    ['a hold that nobody verified', { ...dashboard, ...window, state: 'held' }, 'billings_verified_by_state'],
    ['a hold without an end', { ...dashboard, ...verified, state: 'held' }, 'billings_window_by_state'],
    ['an ended hold that had no end', { ...dashboard, ...verified, state: 'expired' }, 'billings_window_by_state'],
    [
      'a completed adoption that was never held',
      { ...dashboard, ...verified, state: 'completed' },
      'billings_window_by_state',
    ],
    ['a draft with a window', { ...dashboard, ...window }, 'billings_window_by_state'],
    ['a pledge with a window', { ...verified, ...window, state: 'pledged' }, 'billings_window_by_state'],
    ['a hold of the public flow', { ...verified, state: 'held' }, 'billings_state_of_channel'],
    ['an ended hold of the public flow', { ...verified, state: 'expired' }, 'billings_state_of_channel'],
    ['money below zero', { receivedPaise: -1 }, 'billings_money_range'],
    ['a negative total', { totalPaise: -1 }, 'billings_total_positive'],
  ])('refuse %s', async (_what, overrides, constraint) => {
    expect(await refusedBy(makeBilling(overrides))).toBe(constraint);
  });

  test('refuse a duplicate reference; a contact may have several public drafts', async () => {
    const { reference, userId } = await makeBilling();
    expect(await refusedBy(makeBilling({ reference }))).toBe('billings_reference_unique');
    // A second draft does not end others: anyone can request one for this contact (security 61).
    await makeBilling({ userId });
    await makeBilling({ userId, state: 'replaced' });
  });

  test('refuse a second open dashboard draft, even with another phone, and a second hold', async () => {
    const { userId } = await makeBilling(dashboard);
    const otherPhone = { ...dashboard, userId, sponsor: { ...sponsor, phone: '9876543211' } };
    expect(await refusedBy(makeBilling(otherPhone))).toBe('billings_one_draft');
    await makeBilling({ userId });
    const hold = { ...dashboard, ...verified, ...window, userId, state: 'held' as const };
    await makeBilling(hold);
    expect(await refusedBy(makeBilling(hold))).toBe('billings_one_hold');
    await makeBilling({ ...hold, state: 'expired' });
    await makeBilling({ ...hold, state: 'replaced' });
  });

  test('security 22 security 24: refuse lines of no seats, of too many, at a negative price, and a course twice', async () => {
    const { id: billingId } = await makeBilling();
    const { id: courseId } = await makeCourse();
    const add = (overrides: Partial<typeof billingItems.$inferInsert> = {}) => {
      const names = { courseName: 'B.Tech', branch: 'Civil', institute: 'I', city: 'Bhopal' };
      return db()
        .insert(billingItems)
        .values({ billingId, courseId, position: 0, seats: 1, pricePaise: 100, ...names, ...overrides });
    };
    for (const seats of [-1, -3, 10_001]) expect(await refusedBy(add({ seats }))).toBe('billing_items_seats_range');
    expect(await refusedBy(add({ pricePaise: -1 }))).toBe('billing_items_price_range');
    await add();
    expect(await refusedBy(add())).toBe('billing_items_billing_id_course_id_pk');
    expect(await refusedBy(sql()`delete from courses where id = ${courseId}`)).toBe(
      'billing_items_course_id_courses_id_fk',
    );
  });
});

describe('payments', () => {
  const captured = { status: 'captured' as const, settledAt: new Date() };
  const money = { capturedPaise: 100, capturedCurrency: 'INR' };
  const makePayment = (
    billing: { id: string; userId: string },
    overrides: Partial<typeof payments.$inferInsert> = {},
  ) =>
    db()
      .insert(payments)
      .values({
        billingId: billing.id,
        userId: billing.userId,
        provider: 'sandbox',
        method: 'card',
        amountPaise: 100,
        ...overrides,
      });

  test.each<[string, Partial<typeof payments.$inferInsert>, string]>([
    ['an unknown status', { status: 'lost' as never, settledAt: new Date() }, 'payments_status_known'],
    ['an unknown method', { method: 'cash' as never }, 'payments_method_known'],
    ['a negative amount', { amountPaise: -1 }, 'payments_amount_positive'],
    ['captured money without a transaction', captured, 'payments_captured_has_transaction'],
    ['a transaction of no money', { ...money, transactionId: 'T' }, 'payments_captured_has_transaction'],
    ['a settled payment without its moment', { status: 'failed' }, 'payments_settled_when_over'],
    ['an open payment that was settled', { settledAt: new Date() }, 'payments_settled_when_over'],
  ])('refuse %s', async (_what, overrides, constraint) => {
    expect(await refusedBy(makePayment(await makeBilling(), overrides))).toBe(constraint);
  });

  test('refuse a second open payment of an adoption, duplicate transactions and keys, and deleting their adoption', async () => {
    const [billing, other] = [await makeBilling(), await makeBilling()];
    await makePayment(billing, { idempotencyKey: 'k' });
    expect(await refusedBy(makePayment(billing))).toBe('payments_one_open');
    await makePayment(billing, { status: 'failed', settledAt: new Date() });
    await makePayment(other, { ...captured, ...money, transactionId: 'T1' });
    expect(await refusedBy(makePayment(await makeBilling(), { ...captured, ...money, transactionId: 'T1' }))).toBe(
      'payments_transaction_id_unique',
    );
    const sameKey = { id: (await makeBilling()).id, userId: billing.userId };
    expect(await refusedBy(makePayment(sameKey, { idempotencyKey: 'k' }))).toBe('payments_key');
    expect(await refusedBy(sql()`delete from billings where id = ${billing.id}`)).toBe(
      'payments_billing_id_billings_id_fk',
    );
  });
});

describe('one-time codes', () => {
  test('refuse an unknown channel, a sixth wrong attempt, and an adoption without a billing', async () => {
    const { id: billingId, userId } = await makeBilling();
    const add = (overrides: Partial<typeof otpChallenges.$inferInsert> = {}) => {
      const contact = { channel: 'email' as const, email: 'a@b.in', phone: '9876543210' };
      const code = { purpose: 'public_adoption' as const, codeHash: 'x', expiresAt: new Date() };
      return db()
        .insert(otpChallenges)
        .values({ ...code, ...contact, userId, billingId, ...overrides });
    };
    expect(await refusedBy(add({ channel: 'pigeon' as never }))).toBe('otp_challenges_channel_known');
    expect(await refusedBy(add({ wrongAttempts: 6 }))).toBe('otp_challenges_attempts_range');
    expect(await refusedBy(add({ billingId: null }))).toBe('otp_challenges_billing_when_adopting');
    expect(await refusedBy(add({ purpose: 'email' }))).toBe('otp_challenges_billing_when_adopting');
    await add({ wrongAttempts: 5 });
  });
});
