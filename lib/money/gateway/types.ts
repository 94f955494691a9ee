import type { PaymentMethod, SETTLEMENT_ITEM_TYPES } from '@/db/schema/enums';

/* The interface of payment gateways. The caller owns payments and refunds; a gateway states facts about money. */

/** Where a payment is known at the gateway. */
export type PaymentKey = { paymentId: string; providerRef: string | null };

/** What a gateway needs to take a payment. `paymentId` is the idempotency key: the same payment is never charged twice. */
export type Charge = PaymentKey & {
  amountPaise: number;
  /** The tile that was chosen: a wish, the sponsor may pay by another method. */
  method: PaymentMethod;
  /** Reference of the adoption, such as SA-2026-ABCDEF. */
  reference: string;
  payer: { name: string; email: string; phone: string };
  /** Absolute address that the gateway sends the sponsor back to, by GET. */
  returnUrl: string;
  /** The gateway takes no money after this moment. */
  expiresAt: Date;
};

/** Captured money as the gateway states it. The caller compares amount and currency with the payment. */
export type Capture = {
  transactionId: string; // unique per provider, such as pay_…
  amountPaise: number;
  currency: string; // 'INR'
  method: string | null; // method really used: card, upi, netbanking, wallet, emi, paylater, bank_transfer …
  feePaise: number | null; // includes tax
  taxPaise: number | null;
};

/** State of a payment at the gateway. 'failed' is final: declined, expired or cancelled; no money can come any more. */
export type PaymentState =
  | {
      status: 'captured';
      providerRef: string | null;
      captures: Capture[]; /* never empty; more than one = paid twice */
    }
  | { status: 'failed'; providerRef: string | null }
  | { status: 'pending'; providerRef: string | null; next: { kind: 'redirect'; url: string } | null };

export type RefundRequest = { refundId: string /* idempotency key */; transactionId: string; amountPaise: number };
/** 'later': not possible now (no balance, unreachable); ask again with the same key. */
export type RefundState =
  | { status: 'processed'; refundRef: string; bankReference: string | null }
  | { status: 'pending'; refundRef: string }
  | { status: 'failed'; refundRef: string | null; reason: string }
  | { status: 'later'; reason: string };

/** What a genuine webhook says. Ids are those of the gateway; the database finds the row. */
export type Notice =
  | { kind: 'captured'; providerRef: string | null; paymentId: string | null; capture: Capture }
  | { kind: 'attempt_failed'; providerRef: string | null; paymentId: string | null; reason: string }
  | { kind: 'ended'; providerRef: string | null; paymentId: string | null } // link expired or cancelled: enquire, then close the row
  | {
      kind: 'refund';
      refundRef: string;
      refundId: string | null;
      transactionId: string;
      amountPaise: number;
      state: RefundState;
    }
  | { kind: 'dispute'; transactionId: string; text: string; isOver: boolean }; // over: the money stays; a lost dispute is not

export type RefundNotice = Extract<Notice, { kind: 'refund' }>;

export type NoticeReading =
  | { outcome: 'forged' } // 403
  | { outcome: 'ignored'; eventId: string; kind: string } // genuine, nothing to do: 200
  | { outcome: 'notice'; eventId: string; kind: string; notice: Notice };

/** One line of the gateway's settlement report of a day. */
export type SettlementItem = {
  entityId: string;
  type: (typeof SETTLEMENT_ITEM_TYPES)[number];
  transactionId: string | null;
  creditPaise: number;
  debitPaise: number;
  amountPaise: number;
  feePaise: number;
  taxPaise: number;
  settlementId: string | null;
  utr: string | null;
  settledAt: Date | null;
  reference: string | null;
};

export interface PaymentProvider {
  readonly name: string;
  /** True where no money moves (sandbox, test keys): papers say TEST. */
  readonly isTest: boolean;
  /** Largest amount of one payment in paise; null without a limit. */
  readonly maxPaise: number | null;
  /** Creates the payment at the gateway or finds it, and returns its state. Rejects if the gateway cannot be reached. */
  charge(charge: Charge): Promise<PaymentState>;
  /** Returns the state now. null: the gateway knows no such payment. */
  enquire(payment: PaymentKey): Promise<PaymentState | null>;
  /** Ends a payment at the gateway; 'captured' if it was paid before. */
  close(payment: PaymentKey): Promise<PaymentState | null>;
  refund(request: RefundRequest): Promise<RefundState>;
  enquireRefund(request: RefundRequest & { refundRef: string | null }): Promise<RefundState>;
  /** Returns all refunds of a payment, also those made in the gateway's dashboard. Rejects if it cannot be reached. */
  refundsOf(transactionId: string): Promise<RefundNotice[]>;
  readNotice(headers: Headers, rawBody: Uint8Array): NoticeReading;
  /**
   * Returns the id of our payment if the query of the address, which the gateway signed, says that the sponsor comes back
   * from paying it; else null.
   */
  paidOnReturn(query: Readonly<Record<string, unknown>>): string | null;
  /** Returns the settlement report of a day (YYYY-MM-DD, India); null where no money is settled. */
  readonly settlements: ((day: string) => Promise<SettlementItem[]>) | null;
}
