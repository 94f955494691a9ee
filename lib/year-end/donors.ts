import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { financialYearOf, THIS_YEAR } from '@/db/days';
import { billings } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { ownerOf } from '@/lib/accounts/ownership';
import type { CompanyDetails } from '@/lib/company/schema';
import { companyDetails, recordOfAccount } from '@/lib/company/statements';
import { moneyEntries } from '@/lib/documents/papers/statements';
import { sumOf } from '@/lib/funds/rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { daysOfYear, yearsBetween } from '@/lib/platform/financial-year';
import { groupBy } from '@/lib/platform/group-by';
import { getTranslator } from '@/lib/platform/i18n/server';
import { toRupees } from '@/lib/platform/money';
import { sheetResponse } from '@/lib/platform/spreadsheet/response';
import type { Cell, Column } from '@/lib/platform/spreadsheet/schema';
import { inMemory, sheetOf, writeSheets } from '@/lib/platform/spreadsheet/workbook';
import { readSettings } from '@/lib/settings/queries';
import type { Settings } from '@/lib/settings/schema';

/*
 * The donors of a financial year, as form 10BD asks for them. Their money is that of the annual statements: with the tax that was
 * withheld, by its own day, without test payments.
 */

/** A donor: who has one PAN, or without one the owner of an account, or a guest. Amounts in paise. */
type Donor = {
  pan: string;
  name: string;
  address: string;
  email: string;
  /** References of the adoptions whose money moved in the year. */
  adoptions: string[];
  receivedPaise: number;
  refundedPaise: number;
};

/** `toAsk`: without PAN. `nothing`: as much or more was paid back in the year as was received. */
export type Donors = Record<'withPan' | 'toAsk' | 'nothing', Donor[]>;

const netOf = ({ receivedPaise, refundedPaise }: Donor): number => receivedPaise - refundedPaise;

/**
 * Returns the donors of a financial year by name.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readDonors(_scope: AdminScope, year: string): Promise<Donors> {
  const owner = ownerOf(billings);
  const sum = (kind: 'received' | 'refunded') => sql<number>`
    coalesce(sum((entry->>'amountPaise')::bigint + (entry->>'tdsPaise')::bigint) filter (where entry->>'kind' = ${kind}), 0)::bigint`;
  const rows = await withQueryDeadline(
    db().execute<Gift>(sql`
      with entries as (${moneyEntries(sql`true`, daysOfYear(year))}),
      moved as (
        select entry->>'adoption' as reference, ${sum('received')} as received, ${sum('refunded')} as refunded
          from entries where not (entry->>'test')::boolean group by 1)
      select ${billings.reference}, moved.received as "receivedPaise", moved.refunded as "refundedPaise", ${owner} as owner,
             ${companyDetails(sql`coalesce(${billings.companyId}, ${recordOfAccount(owner)})`)} as company,
             ${billings.sponsor}->>'company' as "companyName", ${billings.sponsor}->>'fullName' as "fullName",
             coalesce(${billings.sponsor}->>'email', '') as email
        from moved join ${billings} on ${eq(billings.reference, sql`moved.reference`)}
       order by ${billings.createdAt} desc, ${billings.id}`),
  );
  const groups = groupBy([...rows], ({ company, owner: id }) => company?.pan || id);
  const donors = [...groups.values()].map(donorOf).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const of = (isOf: (donor: Donor) => boolean) => donors.filter((donor) => isOf(donor));
  return {
    withPan: of((donor) => netOf(donor) > 0 && donor.pan !== ''),
    toAsk: of((donor) => netOf(donor) > 0 && donor.pan === ''),
    nothing: of((donor) => netOf(donor) <= 0),
  };
}

/** Financial years that the page offers, at most: statements are filed by 31 May, and corrected later. */
const YEARS = 4;

/**
 * Returns the newest financial years that may have donors: the present one and those since the first adoption, newest first.
 * @throws DeadlineError if the database does not respond in time
 */
export async function donorYears(_scope: AdminScope): Promise<string[]> {
  const [row] = await withQueryDeadline(
    db()
      .select({ first: sql<string | null>`${financialYearOf(sql`min(${billings.verifiedAt})`)}`, now: THIS_YEAR })
      .from(billings),
  );
  return row?.first ? yearsBetween(row.first, row.now).slice(0, YEARS) : [];
}

/** The money of an adoption in the year. */
type Gift = {
  reference: string;
  receivedPaise: number;
  refundedPaise: number;
  owner: string;
  company: CompanyDetails | null;
  companyName: string | null;
  fullName: string | null;
  email: string;
};

/** The donor of gifts, named as in the newest of them that says it. */
function donorOf(gifts: readonly Gift[]): Donor {
  const first = (value: (gift: Gift) => string | null | undefined) => gifts.map(value).find(Boolean) ?? '';
  return {
    pan: first(({ company }) => company?.pan),
    name: first(({ company, companyName }) => company?.legal_name || companyName) || first(({ fullName }) => fullName),
    address: first(({ company }) => company?.address),
    email: first(({ email }) => email),
    adoptions: gifts.map(({ reference }) => reference),
    receivedPaise: sumOf(gifts, ({ receivedPaise }) => receivedPaise),
    refundedPaise: sumOf(gifts, ({ refundedPaise }) => refundedPaise),
  };
}

/**
 * Returns the donors of a financial year as a workbook: those of form 10BD, those whose PAN has to be asked for, and those with
 * nothing to report. It is in the audit log before its first byte.
 */
export async function donorsResponse(scope: AdminScope, year: string): Promise<Response> {
  const [{ withPan, toAsk, nothing }, terms] = await Promise.all([readDonors(scope, year), readSettings('terms')]);
  await recordAction(scope, {
    action: 'donors.downloaded',
    after: { financial_year: year, rows: withPan.length + toAsk.length + nothing.length },
  });
  const file = writeSheets([
    sheetOf(t('form.name'), formColumns(terms), inMemory(numbered(withPan))),
    sheetOf(t('toAsk.name'), PLAIN_COLUMNS, inMemory(numbered(toAsk))),
    sheetOf(t('nothing.name'), PLAIN_COLUMNS, inMemory(numbered(nothing))),
  ]);
  return sheetResponse(file, `donors_${year}.xlsx`);
}

const t = getTranslator('en', 'spreadsheet.donors');

type Row = Donor & { number: number };

const numbered = (donors: readonly Donor[]): Row[] => donors.map((donor, at) => ({ ...donor, number: at + 1 }));

const text = (header: string, cell: (row: Row) => Cell): Column<Row> => ({ header, type: 'text', cell });
const rupees = (header: string, paise: (row: Row) => number): Column<Row> => ({
  header,
  type: 'rupees',
  cell: (row) => toRupees(paise(row)),
});

/** The columns of form 10BD in its order. What the tax office gives for a first statement is empty. */
function formColumns({ donationSection, donationUrn, donationUrnDate, donationType }: Settings['terms']) {
  const urnDate = donationUrnDate === '' ? null : formatDate(indianDay(donationUrnDate), 'en');
  return [
    { header: t('form.number'), type: 'number', cell: ({ number }: Row) => number } as const,
    text(t('form.acknowledgement'), () => null),
    text(t('form.idCode'), () => t('form.pan')),
    text(t('form.id'), ({ pan }) => pan),
    text(t('form.section'), () => donationSection),
    text(t('form.urn'), () => donationUrn),
    text(t('form.urnDate'), () => urnDate),
    text(t('form.donor'), ({ name }) => name),
    text(t('form.address'), ({ address }) => address),
    text(t('form.type'), () => donationType),
    // Every way of paying is one of these: none takes cash.
    text(t('form.mode'), () => t('form.electronic')),
    rupees(t('form.amount'), netOf),
  ];
}

const PLAIN_COLUMNS = [
  text(t('plain.donor'), ({ name }) => name),
  text(t('plain.pan'), ({ pan }) => pan),
  text(t('plain.email'), ({ email }) => email),
  text(t('plain.adoptions'), ({ adoptions }) => adoptions.join(', ')),
  rupees(t('plain.received'), ({ receivedPaise }) => receivedPaise),
  rupees(t('plain.refunded'), ({ refundedPaise }) => refundedPaise),
  rupees(t('plain.amount'), netOf),
];
