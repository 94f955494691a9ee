import { expect, test } from 'vitest';
import { readSegment } from './segment';

test.each([
  ['Agar%20Malwa', 'Agar Malwa'],
  ['%20Indore%20', 'Indore'],
  ['B.Tech', 'B.Tech'],
  ['%E0%A4%A7%E0%A4%BE%E0%A4%B0', 'धार'],
  ['%2525', '%25'],
  ['a'.repeat(200), 'a'.repeat(200)],
])('A-38 %s is decoded once', (segment, text) => {
  expect(readSegment(segment)).toBe(text);
});

test.each(['%E0', '%', '', '%20', '%00', `Indore%00`, 'a'.repeat(201)])('A-38 %j names nothing', (segment) => {
  expect(readSegment(segment)).toBeNull();
});
