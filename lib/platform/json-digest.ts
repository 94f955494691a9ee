import 'server-only';
import { createHash } from 'node:crypto';

/** Returns the SHA-256 of content as JSON, in hex: whoever carries out what a check showed names it by this. */
export const jsonDigest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
