import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder } from './lib/files';
import { root } from './lib/programs';

const TOP = 'app|components|db|docs|e2e|lib|public|scripts|testing';
/**
 * Matches a path in backticks, relative to the root; patterns and placeholders (`lib/<concept>/`, `*.test.ts`) are not
 * paths.
 */
const PATH = new RegExp('`((?:' + TOP + ')/[^`\\s<>*{}…]*)`', 'g');
const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
const COMMAND = /\bnpm run ([a-z][\w:-]*)/g;

/** Returns the anchor of a heading on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');
const anchorsOf = (text: string) => [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

type Tree = { documents: ReadonlyMap<string, string>; files: readonly string[]; commands: readonly string[] };

/** Returns dead references of the documents: paths, links, anchors and commands of package.json. */
function deadReferences({ documents, files, commands }: Tree): string[] {
  const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
  return [...documents].flatMap(([document, text]) => {
    const dead = (what: string) => `${document}: ${what}`;
    const paths = [...text.matchAll(PATH)]
      .map(([, path]) => path!)
      .filter((path) => !known.has(path.replace(/\/$/, '')));
    const links = [...prose(text).matchAll(LINK)].flatMap(([, path, anchor]) => {
      const target = path ? posix.join(posix.dirname(document), path) : document;
      if (!known.has(target.replace(/\/$/, ''))) return [target];
      const content = anchor === undefined ? undefined : documents.get(target);
      return content !== undefined && !anchorsOf(content).includes(anchor!) ? [`${target}#${anchor}`] : [];
    });
    const missing = [...text.matchAll(COMMAND)].map(([, name]) => name!).filter((name) => !commands.includes(name));
    return [...paths, ...links, ...missing.map((name) => `npm run ${name}`)].map(dead);
  });
}

function foldersOf(file: string): string[] {
  const folder = posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

test('every path, link, anchor and command in the documentation exists', async () => {
  const roots = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    'NOTICE.md',
    'SECURITY.md',
    '.env.example',
    'deploy',
    ...TOP.split('|'),
  ];
  const files = (await Promise.all(roots.map(filesUnder))).flat();
  const read = async (file: string) => [file, await readFile(posix.join(root, file), 'utf8')] as const;
  const documents = new Map(await Promise.all(files.filter((file) => file.endsWith('.md')).map(read)));
  const { scripts } = JSON.parse(await readFile(posix.join(root, 'package.json'), 'utf8')) as { scripts: object };
  expect(documents.size).toBeGreaterThan(20);
  expect(deadReferences({ documents, files, commands: Object.keys(scripts) })).toEqual([]);
});
