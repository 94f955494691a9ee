import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder } from './lib/files';
import { root } from './lib/programs';
import { stringsOf } from './lib/test-strings';

const ID = /\b(?:R-[A-Z]+-\d+|A-\d{2,})\b/g;
const idsIn = (text: string) => [...text.matchAll(ID)].map(([id]) => id);

/** Returns the ids that the two documents define: list items `**R-CART-07**` and headings `### A-07 …`. */
const definedIn = (text: string) =>
  [...text.matchAll(/^(?:- \*\*(R-[A-Z]+-\d+)\*\*|### (A-\d+) )/gm)].map(([, requirement, decision]) =>
    String(requirement ?? decision),
  );

const idsInStrings = (file: string, text: string) => stringsOf(file, text).flatMap(idsIn);

const read = async (paths: string[]) =>
  new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)));

const documents = await read(['docs/requirements.md', 'docs/decisions/product.md']);
const definitions = [...documents.values()].flatMap(definedIn);
const code = await read(
  (await Promise.all(['app', 'components', 'db', 'docs', 'e2e', 'lib', 'scripts', 'testing'].map(filesUnder)))
    .flat()
    .filter((path) => /\.(tsx?|mjs|css|sql|md)$/.test(path)),
);

test('every id of a requirement or decision is defined once', () => {
  expect(definitions.length).toBeGreaterThan(400);
  expect(definitions.filter((id, index) => definitions.indexOf(id) !== index)).toEqual([]);
});

test('every R-… and A-… id in tests, comments and documents is defined', () => {
  const defined = new Set(definitions);
  const undefinedIds = [...code].flatMap(([path, text]) =>
    idsIn(text)
      .filter((id) => !defined.has(id))
      .map((id) => `${path}: ${id}`),
  );
  expect(undefinedIds).toEqual([]);
});

test('every requirement is named by a test', () => {
  const named = new Set(
    [...code].filter(([path]) => /\.(test|spec)\.tsx?$/.test(path)).flatMap(([path, text]) => idsInStrings(path, text)),
  );
  expect(definitions.filter((id) => id.startsWith('R-') && !named.has(id))).toEqual([]);
});

test('only titles and other strings of a test count as naming an id', () => {
  const [titled, commented] = ['R-LIST-' + '01', 'R-LIST-' + '02'];
  expect(idsInStrings('a.test.ts', `// ${commented}\ntest(\`${titled} \${x}\`, () => {});`)).toEqual([titled]);
});
