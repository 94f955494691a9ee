import { describe, expect, test } from 'vitest';
import { MAX_LINES } from '@/lib/platform/limits';
import { idempotencyKeySchema, processPaymentSchema } from './schema';

const line = (n = 1) => ({
  course_id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  courseName: 'B.Tech',
  branch: 'Civil',
  selectedSeats: 2,
  pricePerSeat: 125000.5,
  totalPrice: 250001,
});
const body = (changes: Record<string, unknown> = {}) => ({
  payment_method: 'card',
  userId: '00000000-0000-4000-8000-00000000000A',
  selected_courses: [line()],
  total_amount: 250001,
  ...changes,
});
const first = (given: unknown) => processPaymentSchema.safeParse(given).error?.issues[0]?.message;

describe('the body of process-payment', () => {
  test('R-API-22 R-API-08 is parsed to lines with amounts in paise', () => {
    const texts = { total_amount: '250001.00', selected_courses: [{ ...line(), pricePerSeat: '125000.50' }] };
    for (const given of [body(), body(texts)])
      expect(processPaymentSchema.parse(given)).toEqual({
        payment_method: 'card',
        userId: '00000000-0000-4000-8000-00000000000a',
        selected_courses: [{ id: line().course_id, selectedSeats: 2, pricePaise: 125000_50, totalPaise: 250001_00 }],
        totalPaise: 250001_00,
      });
  });

  test('A-62 parses a missing or unknown method as null', () => {
    for (const method of [undefined, null, '', 'cash', 'CARD', 7, ['card'], {}])
      expect(processPaymentSchema.parse(body({ payment_method: method })).payment_method).toBeNull();
    expect(processPaymentSchema.parse(body({ payment_method: 'upi' })).payment_method).toBe('upi');
  });

  test('R-DPAY-15 refuses empty lines of any type', () => {
    for (const lines of [undefined, null, [], {}, 'none'])
      expect(first(body({ selected_courses: lines }))).toBe('payment.empty');
  });

  test('A-07 security 20 security 24: refuses a course twice, more lines than a selection may hold, and keys of its own', () => {
    expect(first(body({ selected_courses: [line(), line()] }))).toBe('course.unknown');
    const many = Array.from({ length: MAX_LINES + 1 }, (_, n) => line(n));
    expect(first(body({ selected_courses: many }))).toBe('selection.too_many');
    expect(processPaymentSchema.safeParse(body({ selected_courses: many.slice(1) })).success).toBe(true);
    expect(processPaymentSchema.safeParse(body({ card_number: '4111111111111111' })).success).toBe(false);
    expect(processPaymentSchema.safeParse(body({ selected_courses: [{ ...line(), paid: true }] })).success).toBe(false);
  });
});

test('A-06 an Idempotency-Key is up to 255 printable ASCII characters, or none', () => {
  for (const key of [null, 'a', '~ !', 'x'.repeat(255)]) expect(idempotencyKeySchema.parse(key)).toBe(key);
  for (const key of ['', 'x'.repeat(256), 'ключ', 'a\tb', 'a\0b'])
    expect(idempotencyKeySchema.safeParse(key).success).toBe(false);
});
