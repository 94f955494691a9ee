import { readdirSync, readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test, vi } from 'vitest';
import staff from '@/lib/platform/i18n/en/staff.json';
import type { Direction } from '@/lib/platform/search-params';
import { DataTable, type Columns } from './data-table';
import { RowSelection, SelectionBar } from './row-selection';

// As in a browser: the server sends no checkboxes.
vi.mock('./use-browser-value', () => ({ useBrowserValue: <T,>(read: () => T) => read() }));

type Row = { name: string; seats: number };
const ROWS: readonly Row[] = [
  { name: 'Civil', seats: 3 },
  { name: 'Welder', seats: 4 },
];
const COLUMNS: Columns<Row> = [
  { title: 'Branch', as: 'name', sort: 'branch', cell: ({ name }) => name, sum: 'Total' },
  { title: 'Seats', as: 'figure', sort: 'seats', cell: ({ seats }) => seats, sum: 7 },
  false,
  { title: 'Actions', as: 'actions', cell: ({ name }) => <button>{`Edit ${name}`}</button> },
];

const markup = (rows: readonly Row[], order?: { sort: string; dir: Direction }) =>
  renderToStaticMarkup(
    <DataTable
      labelledBy="courses"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ name }) => name}
      none="No courses"
      sorting={order && { order, hrefs: { branch: '/list?sort=branch', seats: '/list?sort=seats' } }}
    />,
  );

test('heads of columns and rows have their scope; the last row sums up', () => {
  const html = markup(ROWS);
  expect(html).toContain('<th scope="col" class="figure">Seats</th>');
  expect(html).toContain('<tr><th scope="row" class="name">Civil</th><td class="figure">3</td>');
  expect(html).toContain('<tfoot><tr><th scope="row" class="name">Total</th><td class="figure">7</td>');
  expect(html).toContain('role="region" aria-labelledby="courses" tabindex="0"');
  expect(html).not.toMatch(/href|aria-sort/);
});

test('cards of a phone know the names of the columns, in the place of the cell', () => {
  expect(markup(ROWS)).toContain(
    'style="--head-1:&quot;Branch&quot;;--head-2:&quot;Seats&quot;;--head-3:&quot;Actions&quot;"',
  );
  const css = readFileSync('components/platform/ui/data-table.css', 'utf8');
  const named = [...css.matchAll(/td:nth-child\((\d+)\)::before \{\s*content: var\(--head-(\d+)\)/g)];
  expect(named.map(([, place]) => Number(place))).toEqual(Array.from({ length: 23 }, (_, index) => index + 2));
  expect(named.map(([, , head]) => head)).toEqual(named.map(([, place]) => place));
});

test('a head that sorts leads to its order and says the present one', () => {
  const html = markup(ROWS, { sort: 'seats', dir: 'desc' });
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/list?sort=branch',
    '/list?sort=seats',
  ]);
  expect(html.match(/aria-sort="(\w+)"/g)).toEqual(['aria-sort="descending"']);
});

test('a text replaces a table without rows', () => {
  expect(markup([])).toBe('<p class="text-small text-ink-2">No courses</p>');
});

test('rows that can be chosen have a named checkbox before the head of the row, which stays the head', () => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="Asia/Kolkata" messages={{ staff }}>
      <RowSelection values={['4']} all={{ count: 70, filter: 'q=Welder' }}>
        <SelectionBar />
        <DataTable
          labelledBy="courses"
          columns={COLUMNS}
          rows={ROWS}
          rowKey={({ name }) => name}
          selection={({ name, seats }) => (seats > 3 ? { value: String(seats), label: `Close ${name}` } : null)}
        />
      </RowSelection>
    </IntlProvider>,
  );
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)).toEqual(['Close Welder']);
  expect(html).toContain('<span>Choose all on this page</span></label>');
  expect(html).toContain('<tr><td class="box"></td><th scope="row" class="name">Civil</th>');
  expect(html).toContain('<tfoot><tr><td class="box"></td><th scope="row" class="name">Total</th>');
  expect(html).toContain('<span role="status">None chosen</span>');
});

test('no section has the heading of its table as its name, too: the scrolling region of the table has it', () => {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .map((file) => `${folder}/${file}`),
  );
  const doubled = files.filter((file) => {
    const source = readFileSync(file, 'utf8');
    const sections = [...source.matchAll(/<section\b[^>]*?aria-labelledby=("[^"]+"|\{[^}]+\})/g)].map(
      ([, name]) => name,
    );
    return sections.some((name) => source.includes(` labelledBy=${name}`));
  });
  expect(files.length).toBeGreaterThan(300);
  expect(doubled).toEqual([]);
});
