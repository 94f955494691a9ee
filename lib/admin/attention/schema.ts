import { z } from 'zod';
import { defineList, type FilterOf } from '@/lib/platform/list';

/** What administrators have to do. An adoption may be in several. */
export const TASK_KINDS = [
  /** Another bank account on papers waits for a second owner. */
  'account_waits',
  /** So does another e-mail address of a sponsor's account. */
  'email_waits',
  /** Pledges over their term with money missing. */
  'over_term',
  /** Pledges of which some money arrived. */
  'short',
  /** Pledges whose money the bank took back. */
  'bounced',
  /** Money to pay back that is not on its way. */
  'refund_due',
  /** Money paid back that was not due. */
  'paid_back_too_much',
  /** Transfers that sponsors have told and that nobody recorded. */
  'transfer_told',
  /** Receipts that wait for the second administrator. */
  'receipt_waits',
  /** Receipts without an adoption. */
  'unmatched',
  /** Refunds that wait for the second administrator. */
  'refund_waits',
  /** Transfers to institutes, or back, that wait for the second administrator. */
  'release_waits',
  /** Adoptions of which more was passed on than is left. */
  'passed_too_much',
  /** Refunds by the gateway that failed or take more than a day. */
  'online_refund',
  /** Disputes of online payments. */
  'dispute',
  /** Differences from the settlement reports. */
  'settlement',
  /** Online payments whose result the gateway does not tell. */
  'unanswered',
  /** Open requests to change an adoption. */
  'request',
  /** Adoptions on paper that wait for the second administrator. */
  'entry',
  /** Agreements that wait for the second administrator. */
  'agreement',
  /** Institutes whose proposals wait for an answer. */
  'proposal',
  /** Institutes with late reports. */
  'reports_late',
  /** People who cannot read their mailbox. */
  'mailbox',
  /** Messages that do not get through. */
  'message',
  /** Unusual pledges. */
  'unusual',
  /** Codes running out. */
  'codes',
  /** Jobs that have failed for a quarter of an hour. */
  'job',
] as const;

/** What happened in the last 30 days and administrators should know, without an act that ends it. */
export const NOTICE_KINDS = [
  /** The database was restored from a backup. */
  'restored',
  /** Another bank account is on papers. */
  'account_changed',
  /** A sponsor's account has another e-mail address. */
  'email_changed',
  /** One administrator confirmed something alone. */
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
  /** The sponsor's company; of a receipt without an adoption the payer, of a difference without one the provider, of a transfer to an institute its name. */
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
  /** Seats or contacts of an alert, and its limit; proposals or late reports of an institute; null for other kinds. */
  value: number | null;
  most: number | null;
  /** Of an e-mail address that waits the present one, of one that was changed who proposed it; the mode of a receipt or refund, the day of a told transfer, the state of one by the gateway, the kind of a difference, request, message or alert, the name of a job, the day (YYYY-MM-DD) on which an institute was reminded last. */
  about: string | null;
  /** Another e-mail address, masked once it was changed; the bank's reference, and of a told transfer the payer if it is another one, the reason of a request, why a refund failed, the gateway's id of a payment, the day of a report, the error of a message or job, the subject of an alert, the time of a backup. */
  note: string | null;
  /** The administrator who recorded or requested it; null if none did, or the account is gone. */
  by: string | null;
  since: Date;
};
