import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import type { Cart } from '@/lib/selection/cart';
import { sendCode, verifyCode } from './api';

const id = '00000000-0000-4000-8000-000000000001';
const texts = { branch: 'Civil', courseName: 'B.Tech', city: 'Indore', institute: '' };
const order: Cart = { [id]: { id, selectedSeats: 2, pricePaise: 125000_00, ...texts } };
const details = {
  ...EXAMPLE_SPONSOR,
  otpMethod: 'email' as const,
};
const DRAFT = '00000000-0000-4000-8000-00000000000d';
const ANSWER = { user_id: id, draft_id: DRAFT, expiresIn: 600, resendIn: 30 };

const ADOPTED = {
  billing_id: DRAFT,
  reference: 'SA-1',
  receipt_token: 't',
  due_at: null,
  adoption_page: '/adoptions/SA-1',
};

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

test('A-16 a public adoption sends the token of a signed-in sponsor', async () => {
  local.set('token', 'bearer-of-a');
  fetch.mockResolvedValueOnce(Response.json(ANSWER));
  expect(await sendCode(details, order)).toMatchObject({ ok: true });
  expect(fetch.mock.calls[0]![0]).toBe('/api/user/generate-otp');
  expect(sentHeaders().get('Authorization')).toBe('Bearer bearer-of-a');
  expect(JSON.parse(String(fetch.mock.calls[0]![1]!.body))).toMatchObject({
    selectedCourses: { [id]: { id, selectedSeats: 2, pricePerSeat: 125000, totalPrice: 250000, ...texts } },
    totalPrice: 250000,
  });
});

test('A-16 a visitor sends no token', async () => {
  fetch.mockResolvedValueOnce(Response.json(ANSWER));
  expect(await sendCode(details, order)).toMatchObject({ ok: true });
  expect(sentHeaders().has('Authorization')).toBe(false);
});

test('A-16 A-22 even a 401 does not redirect away from the public pages', async () => {
  local.set('token', 'bearer-of-a');
  fetch.mockResolvedValueOnce(Response.json({ message: 'No' }, { status: 401 }));
  expect(await sendCode(details, order)).toMatchObject({ ok: false, status: 401, message: 'No' });
  expect(local.get('token')).toBe('bearer-of-a');
  expect(replace).not.toHaveBeenCalled();
});

test('security 61: the code is sent with the draft that the screen shows', async () => {
  fetch.mockResolvedValueOnce(Response.json(ANSWER));
  const sent = await sendCode(details, order);
  if (!sent.ok) throw new Error('not sent');
  fetch.mockResolvedValueOnce(Response.json(ADOPTED));
  expect(await verifyCode(sent.data, '012345')).toMatchObject({ ok: true });
  const { email, phone, otpMethod } = details;
  const body = { otp: '012345', email, phone, otpMethod, user_id: id, draft_id: DRAFT };
  expect(JSON.parse(String(fetch.mock.calls[1]![1]!.body))).toEqual(body);
});
