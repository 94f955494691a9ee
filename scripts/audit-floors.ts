import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditLock, type Lock, type Manifest, type Row } from './lib/lock-audit';
import { main } from './lib/main';
import { root } from './lib/programs';
import { ACCEPTED, FLOORS } from './lib/version-floors';

const HEAD = ['package', 'installed', 'safe', 'verdict', 'where, and why'];

/** Pads each column to its widest cell, except the last one. */
function table(rows: string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells({ name, version, safe, verdict, path, because }: Row): string[] {
  const place = path === `node_modules/${name}` ? '' : path;
  const why = verdict === 'safe' || verdict === 'not installed' ? '' : because;
  return [name, version, safe, verdict, [place, why].filter(Boolean).join(': ')];
}

const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(root, file), 'utf8'));

/**
 * `npm run audit:floors`: lists every installed copy with the lowest version known to be safe. Fails if a copy is below
 * it or a direct dependency is not pinned to one version.
 */
await main(async () => {
  const [manifest, lock] = await Promise.all([read('package.json'), read('package-lock.json')]);
  const { rows, problems } = auditLock(manifest as Manifest, lock as Lock, { floors: FLOORS, accepted: ACCEPTED });
  console.log(table([HEAD, ...rows.map(cells)]));
  if (problems.length > 0) throw new Error(`\n${problems.join('\n')}`);
  console.log(`\n${rows.filter(({ path }) => path).length} copies of ${Object.keys(FLOORS).length} packages are safe.`);
});
