import type { RefundNotice, RefundState } from '../gateway/types';
import { ownId, REFUND_NOTE, type RefundEntity } from './entities';

/** Returns the state of a refund that Razorpay has. */
export function refundStateOf({ id: refundRef, status, acquirer_data }: RefundEntity): RefundState {
  switch (status) {
    case 'processed':
      // Usually processed before the bank gives a reference.
      return {
        status: 'processed',
        refundRef,
        bankReference: acquirer_data?.arn ?? acquirer_data?.rrn ?? acquirer_data?.utr ?? null,
      };
    case 'failed':
      // Razorpay gives none.
      return { status: 'failed', refundRef, reason: 'no reason given' };
    default:
      return { status: 'pending', refundRef };
  }
}

/** Returns our id of a refund; null if it was made in the dashboard of Razorpay. */
export const refundIdOf = ({ receipt, notes }: RefundEntity): string | null =>
  ownId(receipt) ?? ownId(notes[REFUND_NOTE]);

/** Returns what a refund says about our payment. */
export const refundNoticeOf = (entity: RefundEntity): RefundNotice => ({
  kind: 'refund',
  refundRef: entity.id,
  refundId: refundIdOf(entity),
  transactionId: entity.payment_id,
  amountPaise: entity.amount,
  state: refundStateOf(entity),
});
