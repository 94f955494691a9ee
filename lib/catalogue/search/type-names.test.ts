import { expect, test } from 'vitest';
import { COURSE_TYPES } from '@/db/schema/enums';
import { readTypeName, shortTypeNames } from './type-names';

test.each([
  ['M.Tech', ['MTECH', 'm. tech', 'M.E.', 'Master of Technology', 'एम.टेक', 'एम.ई.']],
  [
    'B.Tech',
    ['BTech', 'B. TECH', 'b-tech.', 'B.E.', 'BE', 'B.E./B.Tech', 'Bachelor of Engineering', 'बी.टेक.', 'बी.ई.'],
  ],
  ['Diploma', [' DIPLOMA ', 'Dip.', 'Polytechnic Diploma', 'Diploma (Polytechnic)', 'डिप्लोमा']],
  ['Polytechnic', ['polytechnic', 'पॉलीटेक्निक', 'पॉलिटेक्निक']],
  ['ITI', ['I.T.I.', 'i t i', 'ＩＴＩ', 'आई.टी.आई.', 'आईटीआई', 'आई टी आई']],
])('R-ENT-18 %s is read in all its spellings', (type, names) =>
  expect(names.map((name) => [name, readTypeName(name)])).toEqual(names.map((name) => [name, type])),
);

test.each(['', '5', 'Diplom', 'Degree', 'B.Tech (Civil)', 'Civil Engineering', 'ITI + Diploma', 'B.Sc.'])(
  '%j is no course type',
  (name) => expect(readTypeName(name)).toBeNull(),
);

test('each short name names its own type', () => {
  for (const type of COURSE_TYPES)
    for (const name of shortTypeNames(type)) expect([name, readTypeName(name)]).toEqual([name, type]);
});
