import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '@/db/migrate';
import { conflictText, fileProblemText, noteTexts } from '@/lib/catalogue-import/problem-texts';
import { applyImport } from '@/lib/catalogue-import/mutations';
import { planImport } from '@/lib/catalogue-import/queries';
import type { CatalogueFile } from '@/lib/catalogue-import/read';
import { readInWorker } from '@/lib/admin/file-worker/read-in-worker';
import { countRows } from '@/lib/catalogue-import/rules';
import type { ImportPlan } from '@/lib/catalogue-import/schema';
import { MAX_IMPORT_BYTES } from '@/lib/platform/limits';
import { badRowsText, planText } from './lib/import-report';
import { onDatabase } from './lib/command-database';
import { commandArguments, loadEnvFiles } from './lib/local';
import { main } from './lib/main';
import { withProgress } from './lib/progress';

const USAGE = `npm run catalogue:import FILE            shows what an import of the CSV or XLSX file would do
npm run catalogue:import FILE -- --apply  does it, all or nothing
Both work on the database of DATABASE_URL, with -- --demo on that of npm run demo.
The columns and rules are in docs/catalogue-import.md.`;

/** `npm run catalogue:import`: a dry run, or with --apply the import. Exits with 1 if the file has an invalid row. */
await main(async () => {
  const { file, apply } = readArguments();
  const catalogue = await readFileOf(file);
  loadEnvFiles();
  const isEmbedded = !process.env.DATABASE_URL;
  await onDatabase(async (url) => {
    if (isEmbedded) await migrate(url);
    const plan = await withProgress('Comparing the file with the catalogue', planImport(catalogue));
    console.log(planText(plan));
    if (plan.bad.length > 0)
      throw new Error(`\n${badRowsText(plan.bad)}\n\nNothing was written: correct the bad rows first.`);
    if (apply) await write(plan, catalogue);
    else console.log(`\nNothing was written: this was a dry run. Add -- --apply to import.`);
  });
});

function readArguments(): { file: string; apply: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: commandArguments(),
      options: { apply: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file && more.length === 0) return { file, apply: values.apply };
  } catch {
    // An unknown option prints the usage, like a missing file.
  }
  throw new Error(USAGE);
}

async function readFileOf(file: string): Promise<CatalogueFile> {
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) throw new Error(`There is no file ${file}`);
  if (info.size > MAX_IMPORT_BYTES)
    throw new Error(fileProblemText({ code: 'too_large', params: { megabytes: MAX_IMPORT_BYTES / 1024 / 1024 } }));
  const reading = readInWorker(new Uint8Array(await readFile(file)), basename(file), 'command');
  const read = await withProgress('Reading the file', reading);
  if (!read.ok) throw new Error(fileProblemText(read.problem));
  const { sheet, otherSheets } = read.note;
  if (otherSheets.length > 0) console.log(`The sheet ${sheet} is read, not: ${otherSheets.join(', ')}`);
  for (const { line, text } of noteTexts(read.note)) console.log(`line ${line}: ${text}`);
  return read;
}

async function write(plan: ImportPlan, { source }: CatalogueFile): Promise<void> {
  const { added, changed } = countRows(plan);
  const stage = `Writing ${added + changed} courses, all or nothing`;
  const applied = await withProgress(stage, applyImport(plan, 'command', source));
  if (applied.ok)
    console.log(
      `\nImported: ${applied.added} courses added, ${applied.changed} changed${applied.institutes > 0 ? `; ${applied.institutes} institutes described` : ''}.`,
    );
  else if ('conflict' in applied) throw new Error(conflictText());
  else throw new Error(`\n${badRowsText(applied.bad)}\n\nNothing was written: seats were adopted meanwhile.`);
}
