import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './programs';

/**
 * Returns the files at or under a path, both relative to the root of the checkout with '/' as separator; an empty array
 * if the path does not exist.
 */
export async function filesUnder(path: string): Promise<string[]> {
  const info = await stat(join(root, path)).catch(() => null);
  if (!info) return [];
  if (!info.isDirectory()) return [path];
  const names = await readdir(join(root, path));
  return (await Promise.all(names.map((name) => filesUnder(`${path}/${name}`)))).flat();
}
