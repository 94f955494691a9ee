import 'server-only';
import { createHash, randomBytes } from 'node:crypto';

/** Returns a new secret token: 256 random bits as 43 characters that a URL can contain. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/** Returns the form in which a token is stored: SHA-256 in hex. The token itself is stored nowhere. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
