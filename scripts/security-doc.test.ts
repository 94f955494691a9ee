import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './lib/programs';
import { stringsOf } from './lib/test-strings';

const document = await readFile(join(root, 'docs/security.md'), 'utf8');

/** Returns the section of the document below a second-level heading. */
function part(heading: string): string {
  const [, text] = document.split(`\n## ${heading}\n`);
  return (text ?? '').split('\n## ')[0]!;
}

/** Returns the table rows of a section, without headers, as raw cells. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^\| +\d/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** The tests that a cell names: `file`: `security 7`; null where it says anything else. */
function testsIn(cell: string): { file: string; id: string }[] | null {
  const named = cell.split('<br>').map((each) => /^`([^`]+\.(?:test|spec)\.tsx?)`: `([a-z]+ \d+)`$/.exec(each));
  return named.every((each) => each !== null) ? named.map(([, file, id]) => ({ file: file!, id: id! })) : null;
}

/** Whether a title carries an id, also in a list: 'security 16 and 17', 'security 22, 23'. */
function carries(title: string, id: string): boolean {
  const [kind, number] = id.split(' ');
  return new RegExp(`\\b${kind} ([\\d, ]|and |${kind} )*\\b${number}\\b`).test(title);
}

const parsed = new Map<string, Promise<string[]>>();
function titlesOf(file: string): Promise<string[]> {
  const titles = parsed.get(file) ?? readFile(join(root, file), 'utf8').then((text) => stringsOf(file, text));
  parsed.set(file, titles);
  return titles;
}

const idsOf = (cell: string) => (testsIn(cell) ?? []).map(({ id }) => id);

const range = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe.each([
  { heading: 'The threats', least: 70, kind: 'security' },
  { heading: 'The 20 faults', least: 20, kind: 'fault' },
])('$heading', ({ heading, least, kind }) => {
  const rows = rowsOf(part(heading));
  const untested = rows.filter(([, , , tests]) => tests === '**none**').map(([number]) => number!);

  test('are all there, each once and in order, with a defence', () => {
    const numbers = rows.map(([number]) => Number(number));
    expect(numbers.length).toBeGreaterThanOrEqual(least);
    expect(numbers).toEqual(range(numbers.length));
    for (const [number, , defence] of rows) expect(defence, number).not.toBe('');
  });

  test('are shown by tests that are there, or are said to have none', async () => {
    for (const [number, , , cell] of rows) {
      if (cell === '**none**') continue;
      const tests = testsIn(cell!);
      expect(tests, `row ${number} names each test as \`file\`: \`${kind} ${number}\``).not.toBeNull();
      expect(new Set(tests!.map(({ file, id }) => file + id)).size, number).toBe(tests!.length);
      for (const { file, id } of tests!) {
        const titles = await titlesOf(file);
        expect(
          titles.filter((title) => carries(title, id)),
          `${id} in ${file}`,
        ).not.toEqual([]);
      }
    }
    expect(/Without a test[^:.]*: ([\d, ]+)\./.exec(part(heading))?.[1]?.split(', ') ?? []).toEqual(untested);
  });

  test('are shown by a test that carries their number', () => {
    const unnamed = rows.filter(
      ([number, , , cell]) => cell !== '**none**' && !idsOf(cell!).includes(`${kind} ${number}`),
    );
    // Several threats are covered by limits over two instances.
    expect(unnamed.map(([number]) => number)).toEqual(heading === 'The 20 faults' ? ['15'] : []);
  });
});

describe('OWASP ASVS', () => {
  const STATES = ['met', 'partly', 'not met', 'operator', 'does not apply'];
  const [summary, ...chapters] = part('OWASP ASVS 5.0, levels 1 and 2').split('\n### ');
  const lines = rowsOf(chapters.join('\n')).flatMap(([numbers, level, asks, state, why]) =>
    expand(numbers!).map((number) => ({ number, level, asks, state: state!, why })),
  );

  test('has every requirement of levels 1 and 2 once: 70 and 183', () => {
    expect(new Set(lines.map(({ number }) => number)).size).toBe(lines.length);
    expect(['1', '2'].map((wanted) => lines.filter(({ level }) => level === wanted).length)).toEqual([70, 183]);
    expect(chapters).toHaveLength(17);
  });

  test('says of each what is true and why, and sums it up', () => {
    for (const { number, asks, state, why } of lines) {
      expect(STATES, number).toContain(state);
      expect(asks && why, number).toBeTruthy();
    }
    const counted = ['1', '2'].map((wanted) => {
      const own = lines.filter(({ level }) => level === wanted);
      return [wanted, own.length, ...STATES.map((state) => own.filter((line) => line.state === state).length)].map(
        String,
      );
    });
    expect(rowsOf(summary!)).toEqual(counted);
  });
});

/** '1.2.6–1.2.8' is three requirements. */
function expand(numbers: string): string[] {
  const [from, to = from] = numbers.split('–').map((number) => number.split('.').map(Number));
  const [chapter, section, first] = from!;
  return Array.from({ length: to![2]! - first! + 1 }, (_, index) => `${chapter}.${section}.${first! + index}`);
}

test('the files that it names and links to are there', async () => {
  const links = [...document.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => join('docs', path!));
  const files = [
    ...document.matchAll(/`((?:app|components|db|e2e|lib|scripts|testing)\/[\w./()[\]-]+\.(?:tsx?|sql))`/g),
  ].map(([, path]) => path!);
  expect(files.length).toBeGreaterThan(50);
  for (const path of new Set([...links, ...files])) await expect(stat(join(root, path)), path).resolves.toBeDefined();
});

test('an id is found in lists of numbers, and not in other numbers', () => {
  for (const title of ['security 7: x', 'security 6, 7: x', 'security 6 and 7: x', 'R-API-01 security 6 security 7: x'])
    expect(carries(title, 'security 7'), title).toBe(true);
  for (const title of ['security 70: x', 'security 6: 7 times', 'fault 7: x', 'insecurity 7'])
    expect(carries(title, 'security 7'), title).toBe(false);
});
