import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './lib/programs';

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

/** Returns the tests that a cell names: `file`: `beginning of the title`. */
const testsIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`: `([^`]+)`/g)].map(([, file, title]) => ({
    file: file!,
    title: title!,
  }));

const range = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));

describe.each([
  {
    heading: 'The 54 threats',
    last: 54,
    id: (number: string) => new RegExp(`security ([\\d, ]|and |security )*\\b${number}\\b`),
  },
  { heading: 'The 20 faults', last: 20, id: (number: string) => new RegExp(`fault ${number}\\b`) },
])('$heading', ({ heading, last, id }) => {
  const rows = rowsOf(part(heading));
  const untested = rows.filter(([, , , tests]) => tests === '**none**').map(([number]) => number!);

  test('are all there, each once and in order, with a defence', () => {
    const numbers = rows.map(([number]) => Number(number));
    // Threats that were found later follow, in ascending order.
    expect(numbers.slice(0, last)).toEqual(range(last).map(Number));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    for (const [number, , defence] of rows) expect(defence, number).not.toBe('');
  });

  test('are shown by tests that are there, or are said to have none', async () => {
    for (const [number, , , cell] of rows) {
      if (cell === '**none**') continue;
      const tests = testsIn(cell!);
      expect(tests, number).not.toEqual([]);
      for (const { file, title } of tests) expect(await readFile(join(root, file), 'utf8'), file).toContain(title);
    }
    expect(/Without a test[^:.]*: ([\d, ]+)\./.exec(part(heading))?.[1]?.split(', ') ?? []).toEqual(untested);
  });

  test('are named by a test that says which of them it shows', () => {
    const unnamed = rows.filter(
      ([number, , , cell]) => cell !== '**none**' && !testsIn(cell!).some(({ title }) => id(number!).test(title)),
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
