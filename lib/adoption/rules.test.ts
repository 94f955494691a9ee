import { describe, expect, test } from 'vitest';
import { ADOPTED_STATES, requireTransition, transition } from './rules';

describe('the states of an adoption', () => {
  const STATES = ['draft', 'pledged', 'held', 'completed', 'expired', 'refund_due', 'replaced', 'cancelled'] as const;
  const EVENTS = [
    'verified',
    'phone_verified',
    'payment_started',
    'payment_failed',
    'paid',
    'paid_too_late',
    'paid_again',
    'hold_ended',
    'replaced',
    'cancelled',
  ] as const;

  test('A-01 A-02 all transitions and their effect on the seats', () => {
    const table = STATES.flatMap((from) =>
      EVENTS.flatMap((event) => {
        const step = transition(from, event);
        if (!step) return [];
        expect(step.from).toBe(from);
        return [`${from} ${event} → ${step.to}, ${step.seats}`];
      }),
    );
    expect(table).toEqual([
      'draft verified → pledged, adopt',
      'draft phone_verified → held, hold',
      'draft replaced → replaced, none',
      'pledged cancelled → cancelled, return',
      'held payment_started → held, none',
      'held payment_failed → held, none',
      'held paid → completed, settle',
      'held hold_ended → expired, release',
      'held replaced → replaced, release',
      'completed paid_again → completed, none',
      'expired payment_failed → expired, none',
      'expired paid → completed, adopt',
      'expired paid_too_late → refund_due, none',
      'refund_due payment_failed → refund_due, none',
      'refund_due paid_again → refund_due, none',
      'replaced payment_failed → replaced, none',
      'replaced paid → completed, adopt',
      'replaced paid_too_late → refund_due, none',
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

  test('A-58 seats are adopted once an adoption is pledged or completed', () => {
    expect(ADOPTED_STATES).toEqual(['pledged', 'completed']);
  });
});
