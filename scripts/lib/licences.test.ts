import { expect, test } from 'vitest';
import { licencesOf, newLicences, readLock } from './licences';

test('every licence of what runs in production is known; look at a new one, then name it in scripts/lib/licences.ts', async () => {
  expect(newLicences(await readLock())).toEqual([]);
});

test('a new licence and a package without one are named, packages of development are not', () => {
  const packages = {
    '': { license: 'MIT' },
    'node_modules/free': { license: 'MIT' },
    'node_modules/free/node_modules/copyleft': { license: 'AGPL-3.0-only' },
    'node_modules/nameless': {},
    'node_modules/tool': { license: 'GPL-3.0', dev: true },
    'node_modules/@img/binary-linux-x64': { license: 'MIT' },
    'node_modules/@img/binary-darwin-arm64': { license: 'MIT' },
  };
  expect(newLicences({ packages })).toEqual(['AGPL-3.0-only: copyleft', 'unknown: nameless']);
  expect(licencesOf({ packages }).get('MIT')).toEqual(['@img/binary-*', 'free']);
});
