import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { AREAS } from './areas';

const FOLDERS = {
  admin: 'app/admin',
  site: 'app/(site)',
  adoption: 'app/(adoption)',
  sharedCart: 'app/(shared-cart)',
  auth: 'app/(auth)',
  dashboard: 'app/dashboard',
  landing: 'app/(landing)',
  info: 'app/(info)',
};

/** Returns the namespaces used by the client islands that a folder of pages imports. */
function usedNamespaces(folder: string): Set<string> {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const files = new Set(pages.map((file) => join(folder, file)));
  const namespaces = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    for (const [, namespace] of text.matchAll(/useTranslations\('(\w+)/g)) namespaces.add(namespace!);
    if (text.includes('useMessages()')) namespaces.add('names');
    for (const [, specifier] of text.matchAll(/(?:from |import\()'([^']+)'/g)) {
      const path = specifier!.startsWith('@/') ? specifier!.slice(2) : join(dirname(file), specifier!);
      const target = [`${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(candidate));
      if (target) files.add(target);
    }
  }
  return namespaces;
}

test.each(Object.entries(FOLDERS))('the islands of %s have the messages that they use', (area, folder) => {
  const given: readonly string[] = area in AREAS ? AREAS[area as keyof typeof AREAS] : [];
  expect([...usedNamespaces(folder)].filter((namespace) => !given.includes(namespace))).toEqual([]);
});

test('the search finds messages of deeply nested islands', () => {
  expect([...usedNamespaces('app/(site)')]).toEqual(
    expect.arrayContaining(['unsavedChanges', 'list', 'otp', 'region']),
  );
});
