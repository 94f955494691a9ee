import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { generatedDocuments } from './lib/generated-docs';
import { main } from './lib/main';
import { root } from './lib/programs';

/** `npm run docs`: writes the generated parts of the documentation, listed in scripts/lib/generated-docs.ts. */
await main(async () => {
  for (const { file, text, wanted } of await generatedDocuments()) {
    if (text !== wanted) await writeFile(file, wanted);
    console.log(`${text === wanted ? 'Up to date' : 'Wrote'}: ${relative(root, file)}`);
  }
});
