/**
 * Every event of an adoption, and who sees it in the history: its sponsor and administrators, or administrators alone. Those that may
 * change the state of the adoption are `BillingEvent` of billing-states.ts.
 */
const ADOPTION_EVENTS = {
  created: 'everybody',
  verified: 'everybody',
  entered: 'everybody',
  phone_verified: 'everybody',
  paid: 'everybody',
  part_paid: 'everybody',
  paid_too_late: 'everybody',
  paid_again: 'everybody',
  payment_not_accepted: 'everybody',
  hold_ended: 'everybody',
  replaced: 'everybody',
  transfer_chosen: 'everybody',
  receipt_confirmed: 'everybody',
  receipt_bounced: 'everybody',
  extended: 'everybody',
  reminded: 'everybody',
  reduced: 'everybody',
  corrected: 'everybody',
  cancelled: 'everybody',
  lapsed: 'everybody',
  refunded: 'everybody',
  refund_confirmed: 'everybody',
  account_stated: 'everybody',
  change_asked: 'everybody',
  change_answered: 'everybody',
  papers_sent: 'everybody',
  paper_details: 'everybody',
  transfer_told: 'everybody',
  company_shown: 'everybody',
  company_hidden: 'everybody',
  instalments_chosen: 'everybody',
  committed: 'everybody',
  commitment_withdrawn: 'everybody',
  renewal_opened: 'everybody',
  renewal_ended: 'everybody',
  move_proposed: 'everybody',
  moved: 'everybody',
  move_declined: 'everybody',
  move_lapsed: 'everybody',
  move_withdrawn: 'everybody',
  payment_started: 'administrators',
  payment_failed: 'administrators',
  payment_reversed: 'administrators',
  more_due: 'administrators',
  refund_failed: 'administrators',
  receipt_recorded: 'administrators',
  receipt_matched: 'administrators',
  receipt_rejected: 'administrators',
  change_requested: 'administrators',
  note: 'administrators',
  refund_online: 'administrators',
  online_refund_settled: 'administrators',
  refund_recorded: 'administrators',
  refund_ordered: 'administrators',
  refund_rejected: 'administrators',
  refund_returned: 'administrators',
} as const;

export type AdoptionEventName = keyof typeof ADOPTION_EVENTS;
/** The events that the sponsor sees, too. */
export type ShownEvent = {
  [Event in AdoptionEventName]: (typeof ADOPTION_EVENTS)[Event] extends 'everybody' ? Event : never;
}[AdoptionEventName];

export const SHOWN_EVENTS = (Object.keys(ADOPTION_EVENTS) as AdoptionEventName[]).filter(
  (event): event is ShownEvent => ADOPTION_EVENTS[event] === 'everybody',
);
