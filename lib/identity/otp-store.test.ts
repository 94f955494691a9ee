import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOtpStore } from './otp-store';

const store = () => useOtpStore.getState();
const flags = () => {
  const { email, otpSent, otpVerified, loading, error } = store();
  return { email, otpSent, otpVerified, loading, error };
};
const UNSENT = { email: null, otpSent: false, otpVerified: false, loading: false, error: null };
const EMAIL = 'asha@acme.in';

const fetchMock = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
  fetchMock.mockReset();
  store().reset();
});
afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body?: unknown) =>
  new Response(body === undefined ? 'not JSON' : JSON.stringify(body), { status });
const sent = () => answer(200, { success: true, message: 'OTP sent successfully!' });
const verified = () => answer(200, { success: true, message: 'OTP verified successfully!' });
const calls = () =>
  fetchMock.mock.calls.map(([path, init]) => [path, JSON.parse(String(init?.body)) as unknown] as const);

/** Brings the store to the state of a sent code. */
async function generate(): Promise<void> {
  fetchMock.mockResolvedValueOnce(sent());
  await store().generateOtp(EMAIL);
}

test('R-STATE-06 R-API-06 A-88 requesting a code posts only the e-mail, and otpSent becomes true', async () => {
  expect(flags()).toEqual(UNSENT);
  let answered = (_: Response): void => undefined;
  fetchMock.mockReturnValueOnce(new Promise((resolve) => (answered = resolve)));
  const result = store().generateOtp(EMAIL);
  expect(flags()).toEqual({ ...UNSENT, loading: true });
  answered(sent());
  expect(await result).toEqual({ success: true, message: 'OTP sent successfully!' });
  expect(calls()).toEqual([['/api/user/generate-otp', { email: EMAIL }]]);
  expect(flags()).toEqual({ ...UNSENT, email: EMAIL, otpSent: true });
});

test('R-STATE-07 R-API-12 A-88 verifying posts otp and e-mail, and otpVerified becomes true', async () => {
  await generate();
  fetchMock.mockResolvedValueOnce(verified());
  expect(await store().verifyOtp('012345')).toEqual({ success: true, message: 'OTP verified successfully!' });
  expect(calls()[1]).toEqual(['/api/user/verify-otp', { otp: '012345', email: EMAIL }]);
  expect(flags()).toEqual({ ...UNSENT, email: EMAIL, otpSent: true, otpVerified: true });
});

test('R-STATE-08 a reset clears everything, and a later response changes nothing', async () => {
  await generate();
  fetchMock.mockResolvedValueOnce(verified());
  await store().verifyOtp('012345');
  store().reset();
  expect(flags()).toEqual(UNSENT);

  fetchMock.mockResolvedValueOnce(sent());
  const late = store().generateOtp(EMAIL);
  store().reset();
  await late;
  expect(flags()).toEqual(UNSENT);
});

test('R-STATE-07 requesting another code resets otpVerified', async () => {
  await generate();
  fetchMock.mockResolvedValueOnce(verified());
  await store().verifyOtp('012345');
  await generate();
  expect(flags()).toEqual({ ...UNSENT, email: EMAIL, otpSent: true });
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('offline'))],
  ['500 without a message', () => Promise.resolve(answer(500))],
  ['200 that is no success', () => Promise.resolve(answer(200, { success: false }))],
])('R-ERR-05 %s: sending shows its fallback text', async (_, response) => {
  fetchMock.mockImplementationOnce(response);
  expect(await store().generateOtp(EMAIL)).toEqual({ success: false, message: 'Failed to send OTP' });
  expect(flags()).toEqual({ ...UNSENT, error: 'Failed to send OTP' });
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('offline'))],
  ['500 without a message', () => Promise.resolve(answer(500))],
])('R-ERR-06 %s: verifying shows its fallback text', async (_, response) => {
  await generate();
  fetchMock.mockImplementationOnce(response);
  expect(await store().verifyOtp('012345')).toEqual({ success: false, message: 'Failed to verify OTP' });
  expect(flags()).toEqual({ ...UNSENT, email: EMAIL, otpSent: true, error: 'Failed to verify OTP' });
});

test('R-ERR-01 the message of the server takes precedence, and the next request clears it', async () => {
  fetchMock.mockResolvedValueOnce(answer(429, { message: 'Please wait 30 seconds', code: 'otp.too_soon' }));
  expect(await store().generateOtp(EMAIL)).toEqual({ success: false, message: 'Please wait 30 seconds' });
  expect(flags()).toEqual({ ...UNSENT, error: 'Please wait 30 seconds' });
  await generate();
  expect(store().error).toBeNull();
});

test.each(['', '12345', '1234567', '12345a'])('R-VAL-24 %j is not sent', async (otp) => {
  await generate();
  expect(await store().verifyOtp(otp)).toEqual({ success: false, message: 'Please enter a valid 6-digit OTP' });
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test('no code is sent for verification before one was requested', async () => {
  expect(await store().verifyOtp('012345')).toEqual({
    success: false,
    message: 'Email is required for OTP verification',
  });
  expect(fetchMock).not.toHaveBeenCalled();
});
