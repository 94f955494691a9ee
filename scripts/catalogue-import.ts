import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { closeDatabase } from '@/db/client';
import { migrate } from '@/db/migrate';
import { applyImport } from '@/lib/catalogue/import/mutations';
import { planImport } from '@/lib/catalogue/import/queries';
import { readCatalogueFile, type CatalogueFile } from '@/lib/catalogue/import/read';
import { MAX_FILE_BYTES, type ImportPlan } from '@/lib/catalogue/import/schema';
import { conflictText, fileProblemText } from '@/lib/catalogue/import/texts';
import { badRowsText, planText } from './lib/import-report';
import { commandArguments, loadEnvFiles, openDatabase } from './lib/local';
import { main } from './lib/main';

const USAGE = `npm run catalogue:import FILE            shows what an import of the CSV or XLSX file would do
npm run catalogue:import FILE -- --apply  does it, all or nothing
Both work on the database of DATABASE_URL, with -- --demo on that of npm run demo.
The columns and rules are in docs/catalogue-import.md.`;

/** `npm run catalogue:import`: a dry run, or with --apply the import. Ends with 1 when the file has a bad row. */
await main(async () => {
  const { file, apply } = readArguments();
  const catalogue = await readFileOf(file);
  loadEnvFiles();
  const isEmbedded = !process.env.DATABASE_URL;
  const database = await openDatabase();
  try {
    if (isEmbedded) await migrate(database.url);
    const plan = await planImport(catalogue);
    console.log(planText(plan));
    if (plan.bad.length > 0)
      throw new Error(`\n${badRowsText(plan.bad)}\n\nNothing was written: correct the bad rows first.`);
    if (apply) await write(plan, catalogue);
    else console.log(`\nNothing was written: this was a dry run. Add -- --apply to import.`);
  } finally {
    await closeDatabase();
    await database.stop();
  }
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
    // An unknown option: answered like a missing file, with how the command is used.
  }
  throw new Error(USAGE);
}

async function readFileOf(file: string): Promise<CatalogueFile> {
  const info = await stat(file).catch(() => null);
  if (!info?.isFile()) throw new Error(`There is no file ${file}`);
  if (info.size > MAX_FILE_BYTES)
    throw new Error(fileProblemText({ code: 'too_large', params: { megabytes: MAX_FILE_BYTES / 1024 / 1024 } }));
  const read = await readCatalogueFile(new Uint8Array(await readFile(file)), basename(file));
  if (!read.ok) throw new Error(fileProblemText(read.problem));
  if (read.otherSheets.length > 0) console.log(`Only the first sheet is read, not: ${read.otherSheets.join(', ')}\n`);
  return read;
}

async function write({ rows }: ImportPlan, { source }: CatalogueFile): Promise<void> {
  const applied = await applyImport(rows, 'command', source);
  if (applied.ok) console.log(`\nImported: ${applied.added} courses added, ${applied.changed} changed.`);
  else if ('conflict' in applied) throw new Error(conflictText());
  else throw new Error(`\n${badRowsText(applied.bad)}\n\nNothing was written: seats were adopted meanwhile.`);
}
