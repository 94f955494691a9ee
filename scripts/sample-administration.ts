import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { todayInIndia } from '@/db/days';
import { db } from '@/db/client';
import { admins, bankReceipts, billings, outboundMessages } from '@/db/schema';
import {
  endAdminSession,
  openAdminSession,
  requireAdmin,
  type AdminScope,
} from '@/lib/accounts/administrators/session';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { adoptionActionSchema } from '@/lib/admin/adoptions/schema';
import { enterAdoption } from '@/lib/entries/mutations';
import { changeReservation, reserveSeats } from '@/lib/admin/reservations/mutations';
import { listCourses } from '@/lib/catalogue/queries';
import { toRupees } from '@/lib/platform/money';
import { env } from '@/lib/platform/env';
import { saveSettings } from '@/lib/settings/mutations';
import { defaultSettings, type SettingsGroup } from '@/lib/settings/schema';

const DAY_MS = 24 * 60 * 60 * 1000;
const SEATS = 40;

/** Whom the demo pays, and how: no real body, account, bank or mailbox. */
const SAMPLE_SETTINGS = {
  body: {
    legalName: 'Sample Receiving Body (illustrative)',
    address: 'Sample address, Bhopal (illustrative)',
    accountName: 'Sample account (illustrative)',
    accountNumber: '000000000000',
    ifsc: 'TEST0000000',
    bankName: 'Sample bank (illustrative)',
    signatory: 'Sample Signatory (illustrative)',
  },
  contact: { support: 'help@seats.example (illustrative)' },
  terms: { pledgeDays: 30 },
};

/**
 * What administrators did in the sample, by the functions of the site: the receiving body, its account and the terms,
 * an agreement with a company, an adoption on paper that waits
 * for a second administrator, and a pledge in three parts of which one is paid. No messages are sent.
 */
export async function administerSample(): Promise<void> {
  const scope = await openSampleAdmin();
  for (const [group, fields] of Object.entries(SAMPLE_SETTINGS) as [SettingsGroup, object][]) {
    const value = { ...defaultSettings(group), ...fields };
    await saveSettings(scope, { group, value, version: null });
  }
  const free = (await listCourses()).filter(({ left_seats: left }) => left >= SEATS);
  const [agreed, ...others] = free;
  const reserved = done(
    await reserveSeats(scope, {
      company: 'Sample Malwa Motors (illustrative)',
      holder: 'malwa-motors.example',
      email: 'csr@malwa-motors.example',
      locale: 'en',
      until: new Date(Date.now() + 60 * DAY_MS),
      reason: 'Memorandum of understanding (illustrative)',
      lines: [{ id: agreed!.id, seats: SEATS }],
    }),
  );
  const compared = { version: 0, reason: 'Compared with the memorandum (illustrative)' };
  done(await changeReservation(scope, reserved.id, { action: 'confirm', ...compared }));
  done(
    await enterAdoption(scope, {
      fullName: 'Sample Contact (illustrative)',
      designation: '',
      industry: '',
      phone: '9000000099',
      company: 'Sample Bundelkhand Cement (illustrative)',
      email: 'csr@bundelkhand-cement.example',
      locale: 'hi',
      paper_reference: 'Letter 14 (illustrative)',
      note: 'Called on the day after',
      lines: others.slice(0, 2).map(({ id }, at) => ({ id, seats: 12 - 4 * at })),
    }),
  );
  await payInParts(scope);
  const unsent = isNull(outboundMessages.sentAt);
  await db()
    .update(outboundMessages)
    .set({ sentAt: sql`now()` })
    .where(unsent);
  await endAdminSession(scope);
}

/** Opens a session of the administrator of the sample, to be ended. */
export async function openSampleAdmin(): Promise<AdminScope> {
  const [admin] = await db()
    .select({ id: admins.id, password_hash: admins.passwordHash })
    .from(admins)
    .where(and(isNull(admins.deactivatedAt), eq(admins.role, 'owner')))
    .limit(1);
  const session = (await openAdminSession({ id: admin!.id, password_hash: admin!.password_hash! }))!;
  const headers = { Authorization: `Bearer ${session.token}` };
  return requireAdmin(new Request(env().APP_URL, { headers }));
}

/** The newest pledge is paid in three parts, of which the first has arrived. */
async function payInParts(scope: AdminScope): Promise<void> {
  const [pledge] = await db()
    .select({ id: billings.id, reference: billings.reference, totalPaise: billings.totalPaise, today: todayInIndia })
    .from(billings)
    .where(eq(billings.state, 'pledged'))
    .orderBy(desc(billings.createdAt))
    .limit(1);
  const { id, reference, totalPaise, today: day } = pledge!;
  let version = 0;
  const act = async (body: object) => {
    const action = adoptionActionSchema.parse({ version, reason: 'As agreed by telephone (illustrative)', ...body });
    ({ version } = done(await actOnAdoption(scope, reference, action)));
  };
  await act({ action: 'extend', due_on: day, parts: 3 });
  await act({
    action: 'record_receipt',
    mode: 'NEFT',
    credited_on: day,
    amount: toRupees(Math.floor(totalPaise / 3)),
    payer: 'Sample payer',
    bank_reference: `SBINR${randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase()}`,
  });
  const [receipt] = await db().select({ id: bankReceipts.id }).from(bankReceipts).where(eq(bankReceipts.billingId, id));
  await act({ action: 'confirm_receipt', id: receipt!.id });
}

function done<T extends { ok: boolean }>(outcome: T): Extract<T, { ok: true }> {
  if (!outcome.ok) throw new Error(`the sample was refused: ${JSON.stringify(outcome)}`);
  return outcome as Extract<T, { ok: true }>;
}
