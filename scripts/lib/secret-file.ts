import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';

/**
 * Reads a secret from a file that only its owner can read; creates it on the first call.
 * @returns 43 characters of base64url (256 random bits), the same on every call with this path
 */
export async function keepSecret(path: string): Promise<string> {
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
  try {
    // A link fails if the file exists and is never half written, so two concurrent starts use the same secret.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(path, 'utf8')).trim();
}
