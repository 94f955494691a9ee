import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Cart } from '@/lib/selection/schema';
import { sendCode } from './calls';

const id = '00000000-0000-4000-8000-000000000001';
const texts = { branch: 'Civil', courseName: 'B.Tech', city: 'Indore', institute: '' };
const order: Cart = { [id]: { id, selectedSeats: 2, pricePerSeat: 125000, totalPrice: 250000, ...texts } };
const details = {
  fullName: 'Asha Verma',
  designation: 'HR Head',
  email: 'asha@acme.in',
  phone: '9876543210',
  company: 'Acme',
  industry: 'Automotive',
  otpMethod: 'email' as const,
};
const ANSWER = { user_id: id, expiresIn: 600, resendIn: 30 };

let local: Map<string, string>;
const replace = vi.fn();
const fetch = vi.fn<typeof globalThis.fetch>();
const sentHeaders = () => new Headers(fetch.mock.calls[0]![1]!.headers);

beforeEach(() => {
  local = new Map();
  replace.mockReset();
  fetch.mockReset();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => local.set(key, value),
    removeItem: (key: string) => local.delete(key),
  });
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => vi.unstubAllGlobals());

test('A-16 a public adoption carries the token of whoever is signed in', async () => {
  local.set('token', 'bearer-of-a');
  fetch.mockResolvedValueOnce(Response.json(ANSWER));
  expect(await sendCode(details, order)).toMatchObject({ ok: true });
  expect(fetch.mock.calls[0]![0]).toBe('/api/user/generate-otp');
  expect(sentHeaders().get('Authorization')).toBe('Bearer bearer-of-a');
});

test('A-16 a visitor sends no token', async () => {
  fetch.mockResolvedValueOnce(Response.json(ANSWER));
  expect(await sendCode(details, order)).toMatchObject({ ok: true });
  expect(sentHeaders().has('Authorization')).toBe(false);
});

test('A-16 A-22 not even a 401 throws anybody off the public pages', async () => {
  local.set('token', 'bearer-of-a');
  fetch.mockResolvedValueOnce(Response.json({ message: 'No' }, { status: 401 }));
  expect(await sendCode(details, order)).toMatchObject({ ok: false, status: 401, message: 'No' });
  expect(local.get('token')).toBe('bearer-of-a');
  expect(replace).not.toHaveBeenCalled();
});
