import type { Instalment, PartsPaid } from '@/db/balance';
import { USE_HEADS, type PaperKind, type UseHead } from '@/db/schema/enums';
import type { CancelledState } from '@/db/schema/billing-states';
import type { Sponsor } from '@/lib/adoption/core/schema';
import type { PrintedCompany } from '@/lib/company/schema';
import type { OfferNames } from '@/lib/catalogue/names';
import type { LineProgress, Part, SeatState } from '@/lib/published/progress';
import type { Settings } from '@/lib/settings/schema';
import type { SummaryLine } from '@/lib/adoption/core/summary';

/** Money that a paper is about; days are days in India (YYYY-MM-DD), amounts paise. */
export type PaperMoney = {
  /** A mode of bank receipts or refunds, or a method of online payments. */
  mode: string;
  /** UTR, cheque number or transaction id. */
  reference: string;
  on: string;
  amountPaise: number;
  /** Tax withheld by the payer; part of the gross amount, not of `amountPaise`. */
  tdsPaise: number;
  payer: string;
  payerBank: string;
};

/** An earlier paper that a credit note or a cancellation concerns. */
type Concerned = { kind: PaperKind; serial: string; on: string };

type Common = {
  /** The reference of the adoption. */
  reference: string;
  sponsor: Sponsor;
  details: PrintedCompany | null;
  /** Who receives the money; settingsSchemas.body when the paper was issued. */
  body: Settings['body'];
  lines: SummaryLine[];
  totalPaise: number;
};

/**
 * The seats until their courses end, at the prices of the adoption, in paise; null if none takes more than a year. Older
 * papers lack it.
 */
type UntilCoursesEnd = { coursesPaise?: number | null };

/** What a receipt says whose money is not the whole price; amounts in paise, up to this money. */
export type PartPaid = {
  /** The parts of the plan that it pays exactly; null if there is no plan, or it pays other amounts. */
  parts: PartsPaid | null;
  /** What the bank or the gateway credited, the tax withheld by the payer, and what was paid back. */
  receivedPaise: number;
  tdsPaise: number;
  refundedPaise: number;
  /** What was still to pay. */
  duePaise: number;
};

/** The values of the text `part` of paper.json: 'Part 1 of 2', or 'Part payment' where it has no number. */
export const partValues = ({ parts }: Pick<PartPaid, 'parts'>) =>
  parts === null
    ? { is: 'unnumbered', first: 0, last: 0, of: 0 }
    : { is: parts.first === parts.last ? 'one' : 'several', ...parts };

/** The report of an institute that a certificate rests on, and the day of it (YYYY-MM-DD). */
type CertifiedReport = { id: string; version: number; on: string; isChecked: boolean };

/** What a certificate says of the seats of a course: what is published of its students (lib/published/progress.ts). */
export type CertifiedCourse = {
  line: OfferNames & { seats: number };
  /** Without 'reported' nothing is known of its students. */
  state: SeatState;
  /** Students who passed the year, or completed the course; null with its report while that is not stated. */
  result: LineProgress['result'];
  report: CertifiedReport | null;
};

/** What a new certificate shows: the courses of an adoption in a session, and of each the seats with a student. */
export type GivenCertificate = {
  session: string;
  courses: CertifiedCourse[];
  students: Pick<LineProgress, 'enrolled'>[];
};

/** What a certificate of a single course says, of which there was one before there was one of a session. */
type CertifiedBefore = {
  line: OfferNames & { seats: number };
  /** The oldest have 'atLeast' and 'hidden', which are in no sum. */
  result: { is: 'passed' | 'completed'; says: Part['says'] | 'atLeast' | 'hidden'; count: number };
  report: CertifiedReport;
  /** The oldest lack it. */
  students?: { enrolled: Pick<Part, 'says' | 'count'> | null; of: number } | null;
};

/** What a certificate says of a course as it is printed; `before`: a result that only the oldest have. */
export type PrintedCourse = CertifiedCourse & Pick<LineProgress, 'enrolled'> & { before?: CertifiedBefore['result'] };

/** What certificates of both forms say, in one. */
export type Certified = { session: string; courses: PrintedCourse[] };

/** Returns what a certificate says, whichever form it has. @param data as it was stored */
export function certifiedOf(data: GivenCertificate | CertifiedBefore): Certified {
  if ('courses' in data)
    return {
      session: data.session,
      courses: data.courses.map((course, index) => ({ ...course, enrolled: data.students[index]?.enrolled ?? null })),
    };
  const { line, result, report, students } = data;
  const { says, count, is } = result;
  const isKnown = students && says !== 'atLeast' && says !== 'hidden';
  const enrolled = students?.enrolled ? { ...students.enrolled, of: line.seats, lines: 1 } : null;
  const course = { line, state: 'reported' as const, report, enrolled };
  const told = isKnown ? { result: { is, says, count, of: students.of, lines: 1 } } : { result: null, before: result };
  return { session: line.session, courses: [{ ...course, ...told }] };
}

/** Returns the courses of a certificate as published lines. */
export const linesOf = ({ courses }: Certified): LineProgress[] =>
  courses.map(({ line: { seats }, state, enrolled, result }) => ({
    ...{ seats, state, enrolled, result, attending: null, placed: null },
  }));

/** What a paper of an adoption shows, as it was when the paper was issued. */
export type PaperData = Common &
  (
    | ({
        kind: 'proforma';
        receivedPaise: number;
        /** Tax withheld by the payer, of what counts as received; older papers lack it. */
        withheldPaise?: number;
        /** What is due until then: a part, or everything. */
        duePaise: number;
        validUntil: string | null;
        /** The parts in which it is paid; older papers lack it. */
        instalments?: Instalment[];
      } & UntilCoursesEnd)
    // `part`: null if the money is the whole; older papers lack it.
    | ({ kind: 'receipt'; money: PaperMoney; test: boolean; part?: PartPaid | null } & UntilCoursesEnd)
    | { kind: 'credit_note'; money: PaperMoney; test: boolean; concerns: Concerned[] }
    // `test`: its seats were paid by a test payment; otherwise it is not there.
    | ({ kind: 'certificate'; test?: true } & (GivenCertificate | CertifiedBefore))
    | {
        kind: 'cancellation';
        cause: CancelledState;
        on: string;
        receivedPaise: number;
        /** As of a proforma. */
        withheldPaise?: number;
        concerns: Concerned[];
      }
  );

/** A movement of money in an annual statement; `serial` is that of its newest paper. */
export type StatementEntry = Omit<PaperMoney, 'payer' | 'payerBank'> & {
  kind: 'received' | 'refunded';
  adoption: string;
  serial: string | null;
  test: boolean;
};

/** What an annual statement shows, as it was when the statement was issued. */
export type StatementData = {
  kind: 'statement';
  financialYear: string;
  sponsor: Pick<Sponsor, 'fullName' | 'email' | 'company'>;
  /** Older statements lack it. */
  details?: PrintedCompany | null;
  body: Settings['body'];
  entries: StatementEntry[];
};

/** The money of a line in a financial year, in paise; days and sums of lib/funds/rules.ts. */
export type UseLine = OfferNames & {
  /** Of the adoption. */
  reference: string;
  orderNumber: string | null;
  session: string;
  seats: number;
  /** Not used on the first day: received before, and neither used nor paid back. */
  openingPaise: number;
  receivedPaise: number;
  tdsPaise: number;
  returnedPaise: number;
  /** To the institute, less what it gave back. */
  passedPaise: number;
  usedPaise: number;
  /** On the last day: not passed on; with the institute and not used; with the institute, and nobody stated whether it is used. */
  notPassedPaise: number;
  unusedPaise: number;
  unstatedPaise: number;
  /** What was used in the year, by what it was spent on, in paise; not there if nobody stated that of any of it. */
  heads?: Record<UseHead, number>;
};

/** What an institute stated, and what it received in the year; days are YYYY-MM-DD. */
export type UseInstitute = {
  institute: string;
  instituteHindi: string | null;
  city: string;
  /** When it stated its use last; null: it did not. */
  statedOn: string | null;
  passed: { on: string; reference: string; amountPaise: number; receivedOn: string | null }[];
};

/** What is given of a statement of use; the rest is read when it is issued. */
export type GivenUse = { financialYear: string; lines: UseLine[]; institutes: UseInstitute[] };

/** What a statement of use shows, as it was when it was issued. */
export type UseData = GivenUse & {
  kind: 'use';
  /** Of the adoption of a guest; null for all of an account. */
  reference: string | null;
  sponsor: Pick<Sponsor, 'fullName' | 'email' | 'company'>;
  details: PrintedCompany | null;
  body: Settings['body'];
  /** Money received and paid back in the year. */
  entries: StatementEntry[];
};

const USE_SUMS = [
  'openingPaise',
  'receivedPaise',
  'tdsPaise',
  'returnedPaise',
  'passedPaise',
  'usedPaise',
  'notPassedPaise',
  'unusedPaise',
  'unstatedPaise',
] as const;
export type UseSums = Record<(typeof USE_SUMS)[number], number>;

/** What was used, and on what. */
export type SpentOn = Pick<UseLine, 'usedPaise' | 'heads'>;

const total = <Row>(rows: readonly Row[], paiseOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + paiseOf(row), 0);

/** Returns what was used of which nobody stated what it was spent on, in paise. */
export const withoutHead = ({ usedPaise, heads }: SpentOn): number =>
  usedPaise - (heads ? total(USE_HEADS, (head) => heads[head]) : 0);

/** Returns the sums of lines by what they were spent on, in paise. */
export const sumHeads = (lines: readonly SpentOn[]): SpentOn => ({
  usedPaise: total(lines, ({ usedPaise }) => usedPaise),
  heads: Object.fromEntries(
    USE_HEADS.map((head) => [head, total(lines, ({ heads }) => heads?.[head] ?? 0)]),
  ) as SpentOn['heads'],
});

/** What was not used on the last day of the year, in paise: not passed on, or with the institute. */
export const leftOf = ({ notPassedPaise, unusedPaise }: UseSums): number => notPassedPaise + unusedPaise;

/** Returns the sums of lines of a statement of use, in paise. */
export const sumUse = (lines: readonly UseSums[]): UseSums =>
  Object.fromEntries(USE_SUMS.map((name) => [name, total(lines, (line) => line[name])])) as UseSums;

/** Returns the sums of an annual statement in paise, without test payments; `tds` is part of `received`. */
export function statementTotals(entries: readonly StatementEntry[]): {
  received: number;
  refunded: number;
  tds: number;
} {
  const sums = { received: 0, refunded: 0, tds: 0 };
  for (const { kind, amountPaise, tdsPaise, test } of entries) {
    if (test) continue;
    sums[kind] += amountPaise + tdsPaise;
    sums.tds += tdsPaise;
  }
  return sums;
}
