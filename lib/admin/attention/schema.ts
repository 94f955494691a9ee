import { z } from 'zod';
import { optionalEmailSchema } from '@/lib/platform/fields';
import { idSchema } from '@/lib/platform/id-schema';
import { defineList, PAGE_SIZE, type FilterOf } from '@/lib/platform/list';
import { rowChoiceSchema } from '@/lib/platform/row-choice';

/**
 * What administrators have to do; an adoption may be in several. In brackets what `about` and `note` of its rows are (AttentionRow),
 * and `value` and `most` where there are some.
 */
export const TASK_KINDS = [
  // Settings and accounts that wait for a second owner.
  /** Another bank account on papers [-, account number]. */
  'account_waits',
  /** Another e-mail address of a sponsor's account [present address, new one]. */
  'email_waits',

  // Money to receive.
  /** Pledges over their term with money missing. */
  'over_term',
  /** Pledges of which some money arrived. */
  'short',
  /** Pledges whose money the bank took back. */
  'bounced',

  // Money to return.
  /** Money to pay back that is not on its way. */
  'refund_due',
  /** Money paid back that was not due. */
  'paid_back_too_much',

  // Entries of money to complete.
  /** Transfers that sponsors have told and that nobody recorded [day, bank's reference and another payer]. */
  'transfer_told',
  /** Receipts that wait for the second administrator [mode, bank's reference]. */
  'receipt_waits',
  /** Receipts without an adoption [mode, bank's reference]. */
  'unmatched',
  /** Refunds that wait for the second administrator [mode, bank's reference]. */
  'refund_waits',
  /** Transfers to institutes, or back, that wait for the second administrator [mode, bank's reference]. */
  'release_waits',
  /** Accounts of institutes and sponsors that wait for an administrator [holder, account number]. */
  'payee_account',
  /** Payments of files for the bank without its reference, two days after they were to be made [day, -; value: number of the file]. */
  'bank_order',
  /** Adoptions of which more was passed on than is left. */
  'passed_too_much',

  // The gateway.
  /** Refunds that failed or take more than a day [state, why it failed]. */
  'online_refund',
  /** Disputes of online payments [-, the gateway's id]. */
  'dispute',
  /** Differences from the settlement reports [kind, the gateway's id, or the day of a report]. */
  'settlement',
  /** Online payments whose result the gateway does not tell [-, the gateway's id]. */
  'unanswered',

  // Decisions.
  /** Open requests to change an adoption [kind, reason]. */
  'request',
  /** Conversations with messages to answer [institute, the newest message; value: messages]. */
  'conversation',
  /** Adoptions on paper that wait for the second administrator [-, reference of the paper; value: seats]. */
  'entry',
  /** Agreements that wait for the second administrator [-, reason; value: seats]. */
  'agreement',
  /** Adopted seats that their sponsor did not move to another offer [-, the offer; value: seats]. */
  'move_back',
  /** Institutes whose proposals wait for an answer [value: proposals]. */
  'proposal',
  /** Institutes with late reports [day of the last reminder, -; value: reports]. */
  'reports_late',

  // Trouble.
  /** People who cannot read their mailbox [details as JSON, -]. */
  'mailbox',
  /** Messages that do not get through [kind, error]. */
  'message',
  /** Unusual pledges [kind, subject; value: seats or contacts; most: its limit]. */
  'unusual',
  /** Codes running out [the same]. */
  'codes',
  /** Jobs that have failed for a quarter of an hour [name, error]. */
  'job',
] as const;

/** What happened in the last 30 days and administrators should know, without an act that ends it. */
export const NOTICE_KINDS = [
  /** The database was restored from a backup [-, time of the backup]. */
  'restored',
  /** Another bank account is on papers [who proposed it, account number]. */
  'account_changed',
  /** A sponsor's account has another e-mail address [who proposed it, the address, masked]. */
  'email_changed',
  /** One administrator confirmed something alone [receipt, refund or release, -]. */
  'alone',
] as const;

export const ATTENTION_KINDS = [...TASK_KINDS, ...NOTICE_KINDS] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** The number of items of each kind. */
export type AttentionCounts = Record<AttentionKind, number>;

/** What needs attention, by kind. */
export const ATTENTION_LIST = defineList('/admin/attention', { kind: z.enum(ATTENTION_KINDS).optional() });
export type AttentionFilter = FilterOf<typeof ATTENTION_LIST>;

/** An item of the list; amounts in paise. */
export type AttentionRow = {
  kind: AttentionKind;
  /** Of the billing, receipt, refund, transfer, payment, difference, request, institute, message or alert; of a job one of its own. */
  id: string;
  /** Of the adoption; null for a receipt without one. */
  reference: string | null;
  /**
   * The sponsor's company; of a receipt without an adoption the payer, of a difference without one the provider, of a transfer to an
   * institute its name.
   */
  company: string;
  /** What is missing, to pay back, or recorded; null if no amount is involved. */
  amountPaise: number | null;
  /**
   * The total of an adoption whose money is missing; the tax withheld of a receipt or a told transfer; our amount of what a settlement report
   * has otherwise.
   */
  totalPaise: number | null;
  /** Of the adoption of a receipt that waits; an action on it names it. */
  version: number | null;
  /** What these are is said at each kind; null for the others. */
  value: number | null;
  most: number | null;
  about: string | null;
  note: string | null;
  /** The administrator who recorded or requested it; null if none did, or the account is gone. */
  by: string | null;
  /** Of a receipt that waits: its payer, its day of credit (YYYY-MM-DD), and what its adoption misses without it. */
  payer: string | null;
  day: string | null;
  missingPaise: number | null;
  since: Date;
};

/** The body of PUT /api/admin/account/notices: an empty address ends them. */
export const noticesSchema = z.strictObject({
  email: optionalEmailSchema(254, { tooLong: 'sponsor.too_long', invalid: 'sponsor.email_invalid' }),
  is_daily: z.boolean().describe('Once a day everything that waits'),
  at_once: z.array(z.enum(ATTENTION_KINDS)).max(ATTENTION_KINDS.length).describe('Kinds that are told within minutes'),
});
export type NoticesInput = z.infer<typeof noticesSchema>;

/** Its response. */
export const noticesSavedSchema = z.object({
  is_proven: z.boolean().describe('Whether the address is confirmed; otherwise an e-mail with a link went to it'),
});

/** The body of POST /api/admin/account/notices: the token of the link. */
export const proveNoticesSchema = z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'admin.link_invalid') });

/** Its response. */
export const noticesProvenSchema = z.object({ email: z.string() });

/** The response of GET /api/admin/attention. */
export const attentionNumberSchema = z.object({ count: z.int().min(0).describe('Items to act on') });

/** The body of POST /api/admin/reminders: institutes; a filter stands for all that have late reports. */
export const remindOfficesSchema = z.strictObject({
  chosen: rowChoiceSchema(z.array(idSchema('institute.not_found')).min(1).max(PAGE_SIZE)),
});

/** What became of each institute: `code` says why its office was not reminded. */
export const remindedSchema = z.object({ results: z.array(z.object({ id: idSchema(), code: z.string().nullable() })) });
