import type { OfferNames } from '@/lib/catalogue/names';
import { z } from 'zod';
import type { ReportKind } from '@/db/schema/report-kinds';
import type { ExportRhythm, ReportState } from '@/db/schema/enums';
import type { ProposedChange } from '@/lib/catalogue/proposals';
import type { LineProgress } from '@/lib/published/progress';

/** The messages about an adoption; the statement of the step that a message announces queues it. */
export const MESSAGE_KINDS = [
  'adopted',
  'transfer',
  'received',
  'paid',
  'paid_copy',
  'bounced',
  'extended',
  'reduced',
  'move_proposed',
  'moved',
  'cancelled',
  'answered',
  'papers',
  'refunded',
  'reminder',
  'lapsed',
  'email_requested',
  'email_changed',
  'letter',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** The messages about an account, and those to somebody without one, likewise. */
export const ACCOUNT_MESSAGE_KINDS = [
  'account_password_reset',
  'account_password_changed',
  'account_email_proposed',
  'account_email_changed',
  'account_deleted',
  'guest_erased',
  'account_phone_changed',
  'account_handed_over',
  'seats_reserved',
  'seats_free',
  'waiting_ended',
  'renewal',
  'renewal_reminder',
  'renewal_given_back',
  'report_due',
  'report_late',
  'use_due',
  'payee_account',
  'office_letter',
  'year_end',
  'student_news',
  'proposals_answered',
  'notices_address',
  'notices',
  'table',
] as const;
export type AccountMessageKind = (typeof ACCOUNT_MESSAGE_KINDS)[number];

/** What a row about an account says. */
export type AccountMessageDetail = {
  /** Of a reset password: the phone number was removed. */
  phone_removed?: boolean;
  /** The new e-mail address; of a proposed one the masked address. */
  email?: string;
  /** Of another e-mail address: our team changed it, since nobody could read the former one. */
  by_team?: boolean;
  /** The names of the new and of the former owner of a company. */
  owner?: string;
  former?: string;
  /** Of reserved seats: for which company, how many, until when (ISO 8601), and the path of their link. */
  company?: string;
  seats?: number;
  until?: string;
  path?: string;
  /** Of free seats and of a request for them: what was waited for, and the path where the request is withdrawn. */
  type?: string;
  branch?: string;
  city?: string;
  /** Of an institute's account: the last digits of its number, and whether it was stated or confirmed. */
  step?: 'stated' | 'confirmed';
  /** Kilometres around the city. */
  km?: number;
  withdraw?: string;
  /** Of a request: how it ended, a WaitingEnding. */
  ending?: string;
  /** Of a renewal: its id, the sessions of its seats, their price, and whether the sponsor is committed for the whole course. */
  reservation?: string;
  sessions?: string[];
  paise?: number;
  committed?: boolean;
  /** Of seats of a renewal that were given back: the reference of the adoption, and the seats by course. */
  adoption?: string;
  offers?: (Omit<OfferNames, 'courseType' | 'session'> & { seats: number })[];
  /** Of a report of an institute: the institute, the kind of the report, its day (YYYY-MM-DD), and its session. */
  institute?: string;
  hindi?: string | null;
  report?: ReportKind;
  due_on?: string;
  session?: string;
  /** Of the end of a financial year: the year ('2026-27'), and what is not paid, in paise; `paise` is not used or not stated. */
  year?: string;
  unpaid_paise?: number;
  /** Of answered proposals of an institute: the answer and its reason, the first of the changes and their number. */
  decision?: 'accepted' | 'refused';
  reason?: string;
  changes?: ProposedChange[];
  count?: number;
  /** Of a message of the department: what it says. */
  text?: string;
  /** News of institutes until the evening of a day (YYYY-MM-DD): lines of the recipient's adoptions, the newest first. */
  day?: string;
  /** Of what needs attention: the number of items by kind, an AttentionKind. */
  items?: Record<string, number>;
  /** Of a table for an administrator: the id of its schedule, its name, its filter in words, how often it is sent, the name of the file or where it is downloaded. */
  export?: string;
  table?: string;
  filter?: string | null;
  every?: ExportRhythm;
  file_name?: string;
  download?: string;
  news?: { billing: string; reference: string; lines: NewsLine[] }[];
};

/** A line of an adoption of which there is news: its names, what is published of it, and what its institute reported. */
export type NewsLine = OfferNames &
  LineProgress & {
    /** Of a change: what was published before. */
    before?: Pick<LineProgress, 'state' | 'seats' | 'enrolled'>;
    /** Reports that were stated (ISO 8601), corrected or checked, or that are late (days YYYY-MM-DD). */
    reports: ({ kind: ReportKind } & (
      | {
          is: 'stated' | 'corrected' | 'checked';
          stated: { at: string; state: ReportState };
        }
      | { is: 'late'; late: { dueOn: string; remindedOn: string | null } }
    ))[];
  };

/** What a row says beyond the data of its billing; amounts in paise. Which fields exist depends on the kind. */
export type MessageDetail = {
  /** Received, refunded or reversed: what the bank moved. */
  amount_paise?: number;
  /** Tax withheld by the payer, which counts as paid and did not arrive. */
  tds_paise?: number;
  /** Id of the bank receipt or the refund. */
  receipt?: string;
  refund?: string;
  /** Of a reduction: the seats before it. */
  seats_before?: number;
  /** Of seats that move: between which offers, what the adoption costs more (less if negative), and until when (ISO 8601) it is asked. */
  moved?: { seats: number; from: OfferNames; to: OfferNames; difference_paise: number; until?: string };
  /** The answer of an administrator to a sponsor's request, or why seats are to move. */
  answer?: string;
  accepted?: boolean;
  /** Of an adoption that administrators entered: the name of the paper. */
  paper_reference?: string;
  /** Of a lapsed pledge: the session that ended, if its term ended with that. */
  session?: string;
  /** Of another e-mail address: the former or present one, which the message goes to; while it only waits, the masked new one. */
  former_email?: string;
  email?: string;
  /** Of a message of the department: what it says; and all adoptions that it is about, if it went to many. */
  text?: string;
  adoptions?: { reference: string; path: string }[];
  /** Of a copy, and of an answer to a colleague: the id of the person that it goes to. */
  person?: string;
  /** Of papers that administrators send: the company's e-mail for papers, which it goes to instead. */
  to?: string;
};

/** The body of POST /api/admin/messages/{messageId}. */
export const messageActionSchema = z.strictObject({
  action: z.literal('retry').describe('What to do with the message'),
});
