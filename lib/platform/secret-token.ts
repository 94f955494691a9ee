import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { env } from './env';

/** Returns a new secret token: 256 random bits as 43 characters that a URL can contain. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** Returns the form in which a token is stored: SHA-256 in hex. The token itself is stored nowhere. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Returns a link to a page of ours with a token. It is in the fragment, which browsers do not send: no log of a server or
 * proxy has it.
 */
export const secretLink = (path: string, token: string): string => `${new URL(path, env().APP_URL).href}#${token}`;
