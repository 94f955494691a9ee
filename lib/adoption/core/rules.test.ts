import { describe, expect, test } from 'vitest';
import { BILLING_STATES, STATES, type BillingEvent, type BillingState } from '@/db/schema/billing-states';
import { LIMITED_STATES, requireTransition, transition } from './rules';
import { ADOPTED_STATES } from '@/db/schema/billing-states';

describe('the states of an adoption', () => {
  test('A-01 A-02 all transitions and their effect on the seats', () => {
    const table = BILLING_STATES.flatMap((state) =>
      (Object.keys(STATES[state].on) as BillingEvent[]).map((event) => {
        const { from, to, seats } = transition(state, event) ?? expect.unreachable(`${state} ${event}`);
        return `${from} ${event} → ${to}, ${seats}`;
      }),
    );
    expect(table).toEqual([
      'draft verified → pledged, adopt',
      'draft entered → pledged, adopt',
      'draft phone_verified → held, hold',
      'draft replaced → replaced, none',
      'pledged payment_started → pledged, none',
      'pledged payment_failed → pledged, none',
      'pledged payment_not_accepted → pledged, none',
      'pledged part_paid → pledged, none',
      'pledged paid → completed, none',
      'pledged lapsed → lapsed, return',
      'pledged cancelled → cancelled, return',
      'held payment_started → held, none',
      'held payment_failed → held, none',
      'held payment_not_accepted → held, none',
      'held paid → completed, settle',
      'held transfer_chosen → pledged, settle',
      'held hold_ended → expired, release',
      'held replaced → replaced, release',
      'completed payment_failed → completed, none',
      'completed payment_not_accepted → completed, none',
      'completed paid_again → completed, none',
      'completed payment_reversed → pledged, none',
      'completed more_due → pledged, none',
      'completed cancelled → cancelled, return',
      'lapsed payment_failed → lapsed, none',
      'lapsed payment_not_accepted → lapsed, none',
      'lapsed paid → completed, adopt',
      'lapsed paid_too_late → refund_due, none',
      'expired payment_failed → expired, none',
      'expired payment_not_accepted → expired, none',
      'expired paid → completed, adopt',
      'expired paid_too_late → refund_due, none',
      'refund_due payment_failed → refund_due, none',
      'refund_due payment_not_accepted → refund_due, none',
      'refund_due paid_again → refund_due, none',
      'refund_due refunded → refunded, none',
      'refunded payment_failed → refunded, none',
      'refunded payment_not_accepted → refunded, none',
      'refunded paid_again → refunded, none',
      'refunded refund_failed → refund_due, none',
      'replaced payment_failed → replaced, none',
      'replaced payment_not_accepted → replaced, none',
      'replaced paid → completed, adopt',
      'replaced paid_too_late → refund_due, none',
      'cancelled payment_failed → cancelled, none',
      'cancelled payment_not_accepted → cancelled, none',
      'cancelled paid_again → cancelled, none',
    ]);
  });

  test('requireTransition throws for a transition that is not in the table, or has another effect on the seats', () => {
    expect(requireTransition('held', 'hold_ended', 'release')).toEqual({
      from: 'held',
      event: 'hold_ended',
      to: 'expired',
      seats: 'release',
    });
    expect(() => requireTransition('pledged', 'replaced', 'release')).toThrow();
    expect(() => requireTransition('held', 'hold_ended', 'none')).toThrow();
  });

  test('every state can be reached from a draft', () => {
    const reached = new Set<BillingState>(['draft']);
    for (const state of reached) for (const next of Object.values(STATES[state].on)) reached.add(next);
    expect(BILLING_STATES.filter((state) => !reached.has(state))).toEqual([]);
  });

  test('A-58 seats are adopted once an adoption is pledged or completed', () => {
    expect(ADOPTED_STATES).toEqual(['pledged', 'completed']);
    expect(LIMITED_STATES).toEqual(['pledged', 'held']);
  });
});
