import { randomBytes } from 'node:crypto';
import type { Address } from '../../scripts/lib/local';
import type { StandIn, StandInOptions } from './server';

/** Returns where the site receives the webhooks of Razorpay. */
export const webhookUrlOf = ({ port }: Pick<Address, 'port'>) =>
  `http://localhost:${port}/api/billing/webhook/razorpay`;

/**
 * Returns keys and limit of the environment, so that site and stand-in can be restarted apart; those that are missing are
 * random, since whoever knows the webhook secret can report payments to the site. Throws if the key is a live one.
 */
export function standInSettings(): Required<
  Pick<StandInOptions, 'keyId' | 'keySecret' | 'webhookSecret' | 'maximumPaise'>
> {
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, RAZORPAY_MAX_RUPEES } = process.env;
  if (RAZORPAY_KEY_ID && !RAZORPAY_KEY_ID.startsWith('rzp_test_'))
    throw new Error('RAZORPAY_KEY_ID is a live key. The stand-in takes test keys only.');
  return {
    keyId: RAZORPAY_KEY_ID || `rzp_test_${randomBytes(7).toString('hex')}`,
    keySecret: RAZORPAY_KEY_SECRET || randomBytes(16).toString('hex'),
    maximumPaise: Number(RAZORPAY_MAX_RUPEES || 500_000) * 100,
    webhookSecret: RAZORPAY_WEBHOOK_SECRET?.split(',')[0] || randomBytes(16).toString('hex'),
  };
}

/** Returns the variables that connect the site to a stand-in. */
export const standInVariables = ({ url, keyId, keySecret, webhookSecret }: StandIn) => ({
  PAYMENT_PROVIDER: 'razorpay',
  RAZORPAY_BASE_URL: url,
  RAZORPAY_KEY_ID: keyId,
  RAZORPAY_KEY_SECRET: keySecret,
  RAZORPAY_WEBHOOK_SECRET: webhookSecret,
});
