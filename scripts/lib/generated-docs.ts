import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { licencesTable } from './licences';
import { limitsTable } from './limits-table';
import { root } from './programs';
import { billingStates, paymentStatuses } from './states-tables';

/** The tables that are generated, each between the markers `<!-- name:start -->` and `<!-- name:end -->` of its document. */
const TABLES: readonly { document: string; name: string; table: () => string | Promise<string> }[] = [
  { document: 'NOTICE.md', name: 'licences', table: licencesTable },
  { document: 'docs/administrators.md', name: 'payment-statuses', table: paymentStatuses },
  { document: 'docs/architecture.md', name: 'states', table: billingStates },
  { document: 'docs/security.md', name: 'limits', table: limitsTable },
];

/** A document with generated tables: its path, its text, and the text that it should have. */
type GeneratedDocument = { file: string; text: string; wanted: string };

/** Every document with generated tables. Throws an error that names a document without the markers of a table. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  const documents = [...new Set(TABLES.map(({ document }) => document))];
  return Promise.all(
    documents.map(async (document) => {
      const file = join(root, document);
      const text = await readFile(file, 'utf8');
      const options = { ...(await resolveConfig(file)), parser: 'markdown' };
      let wanted = text;
      for (const { name, table } of TABLES.filter((each) => each.document === document))
        wanted = replacePart(wanted, name, await format(await table(), options), document);
      return { file, text, wanted };
    }),
  );
}

function replacePart(text: string, name: string, table: string, document: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${document} has no markers of '${name}'`);
  return `${before}${start}\n\n${table}\n${end}${after}`;
}
