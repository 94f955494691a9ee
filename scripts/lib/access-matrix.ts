import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { accessMatrixTable } from './access';
import { root } from './programs';

/** Returns the document with the access matrix as it is, and as it should be according to the data. */
export async function accessMatrixDocument(): Promise<{ file: string; text: string; wanted: string }> {
  const file = join(root, 'docs/security.md');
  const text = await readFile(file, 'utf8');
  const [before, rest] = text.split('<!-- access-matrix -->');
  const after = rest?.split('<!-- /access-matrix -->')[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no markers for the matrix`);
  const table = await format(accessMatrixTable(), { ...(await resolveConfig(file)), parser: 'markdown' });
  return { file, text, wanted: `${before}<!-- access-matrix -->\n\n${table}\n<!-- /access-matrix -->${after}` };
}
