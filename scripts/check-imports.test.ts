import { describe, expect, test } from 'vitest';
import { findImportProblems } from './lib/imports';
import { findUnusedExports } from './lib/unused-exports';

const check = (files: Record<string, string>) => findImportProblems(new Map(Object.entries(files)));

describe('import direction', () => {
  test.each([
    ['components/a.tsx', 'app/b.ts'],
    ['lib/x/a.ts', 'components/b.ts'],
    ['lib/x/a.ts', 'app/b.ts'],
    ['db/a.ts', 'lib/b/c.ts'],
  ])('refuses %s importing %s, whichever way it is written', (from, to) => {
    const address = `@/${to.replace('.ts', '')}`;
    for (const text of [
      `import { b } from '${address}';`,
      `import type { B } from '${address}';`,
      `export * from '${address}';`,
      `const b = await import('${address}');`,
      `import { b } from '${'../'.repeat(from.split('/').length - 1)}${to.replace('.ts', '')}';`,
    ]) {
      expect(check({ [from]: text, [to]: 'export const b = 1;' })).toEqual([
        `${from} imports ${to}: imports go app → components → lib → db, never back`,
      ]);
    }
  });

  test('refuses a cycle, except of type imports', () => {
    const circle = { 'lib/a/a.ts': "import { b } from './b';", 'lib/a/b.ts': "import { a } from './a';" };
    expect(check(circle)).toEqual(['imports go in a circle: lib/a/a.ts → lib/a/b.ts → lib/a/a.ts']);
    expect(check({ ...circle, 'lib/a/b.ts': "import type { A } from './a';" })).toEqual([]);
  });

  test('refuses a circle between folders of lib, of types as well, but not inside one folder', () => {
    const circle = {
      'lib/area/a/one.ts': "import { b } from '../b/two';",
      'lib/area/b/two.ts': '',
      'lib/area/b/three.ts': "import { d } from '../a/four';",
      'lib/area/a/four.ts': '',
    };
    const found = ['imports go in a circle: lib/area/a → lib/area/b → lib/area/a'];
    expect(check(circle)).toEqual(found);
    expect(check({ ...circle, 'lib/area/b/three.ts': "import type { D } from '../a/four';" })).toEqual(found);
    expect(check({ ...circle, 'lib/area/b/three.ts': "import { b } from './two';" })).toEqual([]);
  });

  test('refuses a circle between areas of lib or components, of types as well', () => {
    const circle = {
      'components/a/one.ts': "import { b } from '../b/two';",
      'components/b/two.ts': '',
      'components/b/inner/three.ts': "import type { D } from '../../a/four';",
      'components/a/four.ts': '',
    };
    expect(check(circle)).toEqual(['imports go in a circle: components/a → components/b → components/a']);
    expect(check({ ...circle, 'components/b/inner/three.ts': "import { b } from '../two';" })).toEqual([]);
  });
});

describe('what a client file reaches', () => {
  const reach = (file: string) => ({
    'components/cart.tsx': "/** An island. */\n'use client';\nimport { total } from '@/lib/cart/totals';",
    'lib/cart/totals.ts': `import { read } from '@/${file.replace('.ts', '')}';`,
  });

  test('refuses a server-only file, however far away', () => {
    const files = { ...reach('lib/cart/read.ts'), 'lib/cart/read.ts': "import 'server-only';" };
    expect(check(files)).toEqual([
      'a client file reaches the server: components/cart.tsx → lib/cart/totals.ts → lib/cart/read.ts',
    ]);
  });

  test('refuses any file of db', () => {
    const files = { ...reach('db/schema.ts'), 'db/schema.ts': 'export const table = 1;' };
    expect(check(files)).toEqual([
      'a client file reaches the server: components/cart.tsx → lib/cart/totals.ts → db/schema.ts',
    ]);
  });
});

describe('roles in lib', () => {
  test.each(['queries', 'mutations'])('refuses %s.ts without server-only', (role) => {
    const file = `lib/course/${role}.ts`;
    expect(check({ [file]: '' })).toEqual([`${file} must begin with import 'server-only'`]);
  });

  test.each(['schema', 'rules'])('refuses %s.ts that a browser could not load', (role) => {
    const file = `lib/course/${role}.ts`;
    expect(check({ [file]: "import 'server-only';" })).toEqual([
      `${file} must be safe in a browser: it may not be server-only`,
    ]);
    const reaching = {
      [file]: "import { x } from './x';",
      'lib/course/x.ts': "import { db } from '@/db/client';",
      'db/client.ts': '',
    };
    expect(check(reaching)).toEqual([`${file} must be safe in a browser: ${file} → lib/course/x.ts → db/client.ts`]);
  });
});

test('finds exports that no other file imports, however they are imported', () => {
  const imports = [
    "import { type a as b } from './x';",
    "export { c } from '@/components/x';",
    "import type D from './x';",
    "import * as all from './y';",
    "const z = await import('./z');",
    "type W = typeof import('./w');",
  ];
  const files = {
    'components/x.ts': 'export type a = 1;\nexport const c = 1, e = c;\nexport default c;\nexport function f() {}',
    'components/y.ts': 'export const y = 1;',
    'components/z.ts': 'export class Z {}',
    'components/w.ts': 'export const w = 1;',
    'components/all.ts': imports.join('\n'),
    'app/a.ts': 'export const a = 1;',
    'testing/next/headers.ts': 'export const a = 1;',
  };
  expect(findUnusedExports(new Map(Object.entries(files)))).toEqual([
    'components/x.ts exports e, which no other file imports',
    'components/x.ts exports f, which no other file imports',
    'components/all.ts exports c, which no other file imports',
  ]);
});
