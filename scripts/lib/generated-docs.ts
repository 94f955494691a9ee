import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { licencesTable } from './licences';
import { limitsList } from './limits-list';
import { root } from './programs';
import { billingStates } from './billing-states';

/** The parts that are generated, each between the markers `<!-- name:start -->` and `<!-- name:end -->` of its document. */
const PARTS: readonly { document: string; name: string; write: () => string | Promise<string> }[] = [
  { document: 'NOTICE.md', name: 'licences', write: licencesTable },
  { document: 'docs/architecture.md', name: 'states', write: billingStates },
  { document: 'docs/security.md', name: 'limits', write: limitsList },
];

/** A document with generated parts: its path, its text, and the text that it should have. */
type GeneratedDocument = { file: string; text: string; wanted: string };

/** Every document with generated parts. Throws an error that names a document without the markers of one. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  const documents = [...new Set(PARTS.map(({ document }) => document))];
  return Promise.all(
    documents.map(async (document) => {
      const file = join(root, document);
      const text = await readFile(file, 'utf8');
      const options = { ...(await resolveConfig(file)), parser: 'markdown' };
      let wanted = text;
      for (const { name, write } of PARTS.filter((each) => each.document === document))
        wanted = replacePart(wanted, name, await format(await write(), options), document);
      return { file, text, wanted };
    }),
  );
}

function replacePart(text: string, name: string, part: string, document: string): string {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${document} has no markers of '${name}'`);
  return `${before}${start}\n\n${part}\n${end}${after}`;
}
