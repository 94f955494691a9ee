import { object, oneOf, text } from '@/lib/platform/schema';
import { readStored, removeItem, writeItem } from '@/lib/platform/storage';

const AFTER = ['created', 'passwordSet', 'phoneRemoved', 'handedOver'] as const;

/** What the login page knows of a sponsor who just created an account or set a password in this tab. */
export type SignInHint = { email: string; after: (typeof AFTER)[number] };

const KEY = 'sign-in-hint';
const hintSchema = object<SignInHint>({ email: text, after: oneOf([...AFTER]) });

/** Stores the hint for this tab: an address in the URL would stand in logs. */
export const rememberSignIn = (hint: SignInHint) => void writeItem('sessionStorage', KEY, JSON.stringify(hint));

/** Returns the stored hint as JSON, which is the same value until it changes; null if there is none. */
export const readSignInHint = (): string | null => {
  const hint = readStored('sessionStorage', KEY, hintSchema);
  return hint && JSON.stringify(hint);
};

/** Removes the hint after a login. */
export const forgetSignIn = () => removeItem('sessionStorage', KEY);
