import { beforeEach, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { sql } from '@/db/client';
import { lastDayOf, yearsAfter } from '@/lib/platform/financial-year';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { payBack, readToday, receive } from '@/testing/funds/money';
import { donorsResponse, readDonors } from './donors';

useTestDatabase();

let admin: AdminAccount;
let sponsor: SponsorAccount;
let course: CourseRow;
let [today, year] = ['', ''];
beforeEach(async () => {
  [admin, sponsor] = await Promise.all([makeAdmin(), makeSponsorAccount()]);
  course = await makeCourse({ pricePaise: 1_00_000_00 });
  ({ today, year } = await readToday());
});

const adopt = ({ userId }: { userId: string }, seats: number) =>
  insertAdoption(sql(), { userId, state: 'completed', lines: [{ course, seats }] });

describe('the donors of a year', () => {
  test('are one per PAN, with the settings and what was not paid back; without PAN they are on a sheet of their own', async () => {
    const [first, second] = [await adopt(sponsor, 2), await adopt(sponsor, 1)];
    await sql()`
      insert into companies (owner_id, legal_name, pan, address) values (${sponsor.userId}, 'Narmada Works Limited', 'AAACN1234P', 'Dewas')`;
    await receive(first.id, 1_50_000_00, { on: today, tdsPaise: 10_000_00 });
    await receive(second.id, 50_000_00, { on: lastDayOf(yearsAfter(year, -1)) });
    await payBack(first.id, 30_000_00, today);
    const other = await adopt(await makeSponsorAccount(), 1);
    await receive(other.id, 25_000_50, { on: today });
    const returned = await adopt(await makeSponsorAccount(), 1);
    await receive(returned.id, 10_00, { on: today });
    await payBack(returned.id, 10_00, today);
    const terms = { donationSection: 'Section 133', donationUrn: 'AABTM1234KF20214', donationUrnDate: '2026-04-01' };
    await sql()`insert into settings ("group", value) values ('terms', ${JSON.stringify(terms)}::text::jsonb)`;

    const response = await donorsResponse(admin.scope, year);
    const { SheetNames, Sheets } = XLSX.read(await response.arrayBuffer());
    expect(SheetNames).toEqual(['10BD', 'To be asked for PAN', 'Nothing to report']);
    const [form, toAsk, nothing] = SheetNames.map((name) =>
      XLSX.utils.sheet_to_json<Record<string, unknown>>(Sheets[name]!),
    );
    expect(form).toEqual([
      {
        'Sl. No.': 1,
        'ID Code': 'Permanent Account Number',
        'Unique Identification Number of the Donor': 'AAACN1234P',
        'Section Code': 'Section 133',
        'Unique Registration Number (URN)': 'AABTM1234KF20214',
        'Date of Issuance of URN': '1 April 2026',
        'Name of Donor': 'Narmada Works Limited',
        'Address of Donor': 'Dewas',
        'Donation Type': 'Others',
        'Mode of Receipt': 'Electronic modes including account payee cheque/draft',
        'Amount of Donation (INR)': 1_30_000,
      },
    ]);
    expect(toAsk).toMatchObject([{ Adoptions: other.reference, Received: 25_000.5, Amount: 25_000.5 }]);
    expect(nothing).toMatchObject([{ Adoptions: returned.reference, 'Paid back': 10, Amount: 0 }]);
    const [entry] = await sql()`select action, after from audit_log order by id desc limit 1`;
    expect(entry).toEqual({ action: 'donors.downloaded', after: { financial_year: year, rows: 3 } });
  });

  test('a guest whose address an account has proved is that account', async () => {
    const [row] = await sql()<{ id: string }[]>`
      insert into users (kind, full_name, designation, email, phone_number, company_name)
      values ('guest', 'Asha Verma', '', ${sponsor.email}, '9100000000', 'Works') returning id`;
    const guest = await adopt({ userId: row!.id }, 1);
    await sql()`update billings set channel = 'public', verified_channel = 'email', hold_expires_at = null where id = ${guest.id}`;
    const own = await adopt(sponsor, 1);
    for (const { id } of [guest, own]) await receive(id, 1_000_00, { on: today });
    await sql()`insert into companies (owner_id, pan) values (${sponsor.userId}, 'AAACN4321P')`;
    await sql()`update users set email_verified_at = null where id = ${sponsor.userId}`;
    const groups = async () => {
      const { withPan, toAsk } = await readDonors(admin.scope, year);
      const ofBoth = ({ adoptions }: { adoptions: string[] }) =>
        adoptions.some((reference) => [own.reference, guest.reference].includes(reference));
      return [withPan, toAsk].map((donors) => donors.filter(ofBoth).map(({ adoptions }) => adoptions.toSorted()));
    };
    expect(await groups()).toEqual([[[own.reference]], [[guest.reference]]]);
    await sql()`update users set email_verified_at = now() where id = ${sponsor.userId}`;
    expect(await groups()).toEqual([[[guest.reference, own.reference].toSorted()], []]);
  });
});
