import { writeFile } from 'node:fs/promises';
import { main } from './lib/main';
import { accessMatrixDocument } from './lib/access-matrix';

/** `npm run access-matrix`: writes the access matrix into docs/security.md, from the data that its tests use. */
await main(async () => {
  const { file, text, wanted } = await accessMatrixDocument();
  if (text !== wanted) await writeFile(file, wanted);
  console.log(text === wanted ? 'The matrix is up to date.' : `Wrote the matrix into ${file}.`);
});
