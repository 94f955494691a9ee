/** What the documentation of Razorpay leaves open, or where reports contradict it. Tests try every setting. */
export type Switches = {
  /** Envelope of GET /payment_links. */
  linkList: 'payment_links' | 'items';
  /** Whether the list of links is filtered by reference_id. */
  linkFilter: boolean;
  /** How long a new link is missing in the list although its reference is taken. */
  listDelaySeconds: number;
  /** Answer to wrong keys. */
  wrongKeys: 401 | 400;
  /** Status of a successful request. */
  success: 200 | 201;
  /** Whether payments of a link have its notes. */
  paymentNotes: boolean;
  /** Whether the order behind a link has the link's reference as receipt. */
  orderReceipt: boolean;
  /** A payment begun before a link ended and finished afterwards: captured, or sent back. */
  lateOnLink: 'captured' | 'returned';
  /** Whether the account captures what is authorised, also on links. */
  capture: 'automatic' | 'manual';
  /** Another refund request with a key that was used. */
  otherRefund: 409 | 400;
  /** How long a refund key is remembered, in hours. */
  refundKeyHours: number;
  /** State of a refund in the answer to its request. */
  refundAnswer: 'pending' | 'processed';
  /** Refusal of a refund without a balance. */
  noBalance: 'Your account does not have enough balance to carry out the refund operation.' | 'invalid request sent';
  /** Pauses before repeats of a webhook, in seconds; the last one is repeated. */
  repeatPauses: readonly number[];
};

export const DEFAULT_SWITCHES: Switches = {
  linkList: 'payment_links',
  linkFilter: true,
  listDelaySeconds: 0,
  wrongKeys: 401,
  success: 200,
  paymentNotes: false,
  orderReceipt: true,
  lateOnLink: 'captured',
  capture: 'automatic',
  otherRefund: 409,
  refundKeyHours: 24 * 365,
  refundAnswer: 'pending',
  noBalance: 'Your account does not have enough balance to carry out the refund operation.',
  repeatPauses: [60, 300, 900, 1800, 3600, 7200, 14_400],
};
