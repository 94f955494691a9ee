import 'server-only';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { once } from '@/lib/platform/once';
import { readBoundaries, type Boundaries } from './schema';
import { LOCAL_BOUNDARIES } from './sources';

/** Returns the district boundaries of the file in public/, for drawings made on the server. Reads the file once. */
export const localBoundaries: () => Boundaries = once(() => {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), 'public', LOCAL_BOUNDARIES);
  const boundaries = readBoundaries(JSON.parse(readFileSync(file, 'utf8')));
  if (!boundaries) throw new Error(`${file} is not a file of district boundaries`);
  return boundaries;
});
