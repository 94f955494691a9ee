import { expect, test } from 'vitest';
import { issueDownloadToken, readDownloadToken } from './download-token';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const BILLING = '0b0e7c1a-52a5-4a53-9d5e-0a4b6b1c2d3e';
const OTHER = '1b0e7c1a-52a5-4a53-9d5e-0a4b6b1c2d3e';
const VERIFIED = new Date('2026-11-21T09:00:00.123Z');

test('a token is derived: the same billing and time give the same token, which is valid for exactly that time', () => {
  const token = issueDownloadToken(BILLING, VERIFIED);
  expect(issueDownloadToken(BILLING, new Date('2026-11-21T09:00:00.999Z'))).toBe(token);
  const receipt = readDownloadToken(token)!;
  expect(receipt.billingId).toBe(BILLING);
  expect(receipt.isGenuineFor(VERIFIED)).toBe(true);
  expect(receipt.isGenuineFor(new Date(VERIFIED.getTime() + 1000))).toBe(false);
});

test('a token of another billing, or with one character changed, is not valid', () => {
  const token = issueDownloadToken(BILLING, VERIFIED);
  expect(readDownloadToken(token.replace(BILLING, OTHER))!.isGenuineFor(VERIFIED)).toBe(false);
  const tampered = token.slice(0, -10) + (token.at(-10) === 'A' ? 'B' : 'A') + token.slice(-9);
  expect(readDownloadToken(tampered)!.isGenuineFor(VERIFIED)).toBe(false);
});

test.each([
  '',
  'x',
  BILLING,
  `${BILLING}.`,
  `${BILLING}.${'A'.repeat(42)}`,
  `'; --.${'A'.repeat(43)}`,
  'A'.repeat(10_000),
])('%.60s is not a token', (token) => {
  expect(readDownloadToken(token)).toBeNull();
});
