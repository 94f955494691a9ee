import { expect, test } from 'vitest';
import { folderImports, folderTable } from './folder-map';

const files = {
  'app/(site)/cart/page.tsx': "import { Cart } from '@/components/cart/cart';",
  'components/cart/cart.tsx': "'use client';\nimport type { Course } from '../../lib/catalogue/schema';",
  'lib/catalogue/schema.ts': "import texts from './texts.json';\nexport * from '@/lib/core';",
  'lib/catalogue/schema.test.ts': "import '@/db/client';",
  'lib/catalogue/load.ts': "import 'server-only';\nconst db = await import('@/db/client');",
  'lib/core/index.ts': '',
  'db/client.ts': '',
};
const imports = folderImports([...Object.keys(files), 'lib/catalogue/texts.json'], new Map(Object.entries(files)));

test('the map lists what each folder imports, in every spelling, tests aside', () => {
  expect(Object.fromEntries(imports)).toEqual({
    'app/(site)': ['components/cart'],
    'components/cart': ['lib/catalogue'],
    'lib/catalogue': ['db', 'lib/core'],
    'lib/core': [],
    db: [],
  });
});

test('a folder without a description and a description without a folder are reported', () => {
  const all = Object.fromEntries([...imports.keys()].map((folder) => [folder, `About ${folder}`]));
  expect(folderTable(imports, all)).toContain('| `lib/catalogue` | About lib/catalogue | lib: core; db |');
  const { 'lib/core': _, ...missing } = all;
  expect(() => folderTable(imports, missing)).toThrow('No description in scripts/lib/folder-map.ts: lib/core');
  expect(() => folderTable(imports, { ...all, 'lib/gone': 'x' })).toThrow('but not there: lib/gone');
});
