import { writeFile } from 'node:fs/promises';
import { folderMapDocument } from './lib/folder-map';
import { main } from './lib/main';

/**
 * `npm run map`: writes the map of the folders into docs/architecture.md, from their imports and the descriptions in
 * lib/folder-map.ts.
 */
await main(async () => {
  const { file, text, wanted } = await folderMapDocument();
  if (text !== wanted) await writeFile(file, wanted);
  console.log(text === wanted ? 'The map is up to date.' : `Wrote the map into ${file}.`);
});
