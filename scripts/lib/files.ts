import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './programs';

/** The files at or under a path, both from the root of the checkout with '/' between; none where there is nothing. */
export async function filesUnder(path: string): Promise<string[]> {
  const info = await stat(join(root, path)).catch(() => null);
  if (!info) return [];
  if (!info.isDirectory()) return [path];
  const names = await readdir(join(root, path));
  return (await Promise.all(names.map((name) => filesUnder(`${path}/${name}`)))).flat();
}
