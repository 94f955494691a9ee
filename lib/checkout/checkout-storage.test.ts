import { beforeEach, expect, test, vi } from 'vitest';
import { codeSent, NEW_FLOW, type SentCode } from './checkout-flow';
import { readProgress, removeProgress, writeProgress } from './checkout-storage';

const KEY = 'adoption-checkout';
let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const id = '00000000-0000-4000-8000-000000000001';
const userDetails = { ...NEW_FLOW.userDetails, fullName: 'Asha', email: 'asha@acme.in', user_id: id };
const sent: SentCode = {
  userDetails,
  draftId: id,
  order: {
    [id]: {
      id,
      selectedSeats: 2,
      pricePaise: 125000_50,
      branch: 'Civil',
      courseName: 'B.Tech',
      city: 'Rewa',
      institute: '',
    },
  },
  expiresAt: 2,
  resendAt: 1,
};

test('the form and the code step are read as they were written', () => {
  expect(readProgress()).toBeNull();
  writeProgress({ ...NEW_FLOW, userDetails });
  expect(readProgress()).toEqual({ userDetails, otpSent: false, sent: null });
  writeProgress(codeSent(NEW_FLOW, sent));
  expect(readProgress()).toEqual({ userDetails, otpSent: true, sent });
  removeProgress();
  expect(readProgress()).toBeNull();
});

test.each(['', 'x', '{}', '{"otpSent":true}', JSON.stringify({ userDetails, otpSent: true, sent: null })])(
  'what another version stored is ignored: %s',
  (text) => {
    stored.set(KEY, text);
    expect(readProgress()).toBeNull();
  },
);
