import 'server-only';
import { env, type Env } from '@/lib/platform/env';
import { freeProvider } from './free';
import type { PaymentProvider } from './gateway/types';
import { createRazorpayProvider } from './razorpay/provider';
import { razorpaySettings } from './razorpay/settings';
import { createSandboxProvider } from './sandbox';

/** Creates each provider by its name; null if its settings are missing. */
const PROVIDERS: Readonly<Record<'none' | NonNullable<Env['PAYMENT_PROVIDER']>, () => PaymentProvider | null>> = {
  none: () => freeProvider,
  sandbox: () => createSandboxProvider(env().APP_SECRET),
  razorpay: () => {
    const settings = razorpaySettings();
    return settings && createRazorpayProvider(settings);
  },
};

export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/**
 * Returns a provider whatever PAYMENT_PROVIDER is, so that open payments survive a change of it; null if there is none
 * of this name or its settings are missing.
 */
export function providerNamed(name: string): PaymentProvider | null {
  return Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name as keyof typeof PROVIDERS]() : null;
}

/** Returns the provider for new payments, configured by PAYMENT_PROVIDER; null if none is, and then nothing can be paid. */
export function paymentProvider(): PaymentProvider | null {
  const { PAYMENT_PROVIDER } = env();
  return PAYMENT_PROVIDER ? providerNamed(PAYMENT_PROVIDER) : null;
}
