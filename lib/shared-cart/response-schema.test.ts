import { expect, test } from 'vitest';
import { cartSharedSchema } from './response-schema';

test('the link of a shared cart is read from a response with both fields', () => {
  const link = { url: 'https://seats.example.org/shared-cart/x', expires_at: '2026-12-22T00:00:00.000Z' };
  expect(cartSharedSchema.safeParse({ ...link, success: true }).data).toEqual(link);
  for (const response of [null, 'https://seats.example.org', {}, { url: link.url }, { ...link, expires_at: 1 }])
    expect(cartSharedSchema.safeParse(response)).toEqual({ success: false });
});
