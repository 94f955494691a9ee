import { expect, test } from 'vitest';
import { generatedDocuments } from './lib/generated-docs';

test('generated documents are current; `npm run docs` writes them', async () => {
  for (const { file, text, wanted } of await generatedDocuments()) expect(text, file).toBe(wanted);
});
