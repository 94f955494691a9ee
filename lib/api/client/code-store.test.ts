import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOtpStore } from './code-store';

const store = () => useOtpStore.getState();
const flags = () => {
  const { email, otpSent, otpVerified } = store();
  return { email, otpSent, otpVerified };
};
const UNSENT = { email: null, otpSent: false, otpVerified: false };
const EMAIL = 'asha@acme.in';

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  fetchMock.mockImplementation(async () => Response.json({ success: true, message: 'Done' }));
  store().reset();
});
afterEach(() => vi.unstubAllGlobals());

const requests = () =>
  fetchMock.mock.calls.map(([path, init]) => [path, JSON.parse(String(init?.body)) as unknown] as const);

test('R-STATE-06 R-API-06 A-88 requesting a code posts only the e-mail, and otpSent becomes true', async () => {
  const result = store().generateOtp(EMAIL);
  expect(flags()).toEqual(UNSENT);
  expect(await result).toMatchObject({ ok: true });
  expect(requests()).toEqual([['/api/user/generate-otp', { email: EMAIL }]]);
  expect(flags()).toEqual({ ...UNSENT, email: EMAIL, otpSent: true });
});

test('R-STATE-07 R-API-12 A-88 verifying posts otp and e-mail, and otpVerified becomes true until another code', async () => {
  await store().generateOtp(EMAIL);
  expect(await store().verifyOtp('012345')).toMatchObject({ ok: true });
  expect(requests()[1]).toEqual(['/api/user/verify-otp', { otp: '012345', email: EMAIL }]);
  expect(flags()).toEqual({ email: EMAIL, otpSent: true, otpVerified: true });
  await store().generateOtp(EMAIL);
  expect(flags()).toEqual({ email: EMAIL, otpSent: true, otpVerified: false });
});

test('R-STATE-08 a reset clears everything, and a later response changes nothing', async () => {
  await store().generateOtp(EMAIL);
  await store().verifyOtp('012345');
  store().reset();
  expect(flags()).toEqual(UNSENT);

  const late = store().generateOtp(EMAIL);
  store().reset();
  await late;
  expect(flags()).toEqual(UNSENT);
});

test('R-ERR-01 a refused request returns the message of the server and changes no flag', async () => {
  fetchMock.mockResolvedValueOnce(Response.json({ message: 'Please wait 30 seconds' }, { status: 429 }));
  expect(await store().generateOtp(EMAIL)).toMatchObject({ ok: false, message: 'Please wait 30 seconds' });
  expect(flags()).toEqual(UNSENT);
});
