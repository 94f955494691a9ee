import { z } from 'zod';
import { defineList, type FilterOf } from '@/lib/platform/list';

/**
 * What administrators have to do: another bank account on papers that waits for a second owner; another e-mail address of a sponsor's account, likewise; pledges over their term with money missing; pledges of which some money arrived; pledges whose
 * money the bank took back;
 * money to pay back that is not on its way; money paid back that was not due; transfers that sponsors have told and that nobody recorded; receipts and refunds that wait for the second administrator; receipts without
 * an adoption; refunds by the gateway that failed or take more than a day; disputes of online payments; differences from the settlement reports; online payments whose
 * result the gateway does not tell; open requests to change an adoption; adoptions on paper and agreements that wait for the second administrator; institutes whose proposals wait for an answer, and those with late reports; people who cannot read their mailbox; messages that do not get through; unusual pledges; codes running out; jobs that have failed for a quarter of an hour. An adoption may be in several.
 */
export const TASK_KINDS = [
  'account_waits',
  'email_waits',
  'over_term',
  'short',
  'bounced',
  'refund_due',
  'paid_back_too_much',
  'transfer_told',
  'receipt_waits',
  'unmatched',
  'refund_waits',
  'online_refund',
  'dispute',
  'settlement',
  'unanswered',
  'request',
  'entry',
  'agreement',
  'proposal',
  'reports_late',
  'mailbox',
  'message',
  'unusual',
  'codes',
  'job',
] as const;

/**
 * What happened in the last 30 days and administrators should know, without an act that ends it: a database restored from a backup;
 * another bank account on papers, or e-mail address of an account; what one administrator confirmed alone.
 */
export const NOTICE_KINDS = ['restored', 'account_changed', 'email_changed', 'alone'] as const;

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
  /** Of the billing, receipt, refund, payment, difference, request, institute, message or alert; of a job one of its own. */
  id: string;
  /** Of the adoption; null for a receipt without one. */
  reference: string | null;
  /** The sponsor's company; of a receipt without an adoption the payer, of a difference without one the provider. */
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
