import type { Operation } from './description';
import { SORTS, type Sort } from './step';

/** A response that an operation describes and has not returned. */
export type Gap = { operation: Operation; wanted: 'success' | 400 | 401 };

type Row = { byStatus: Map<number, number>; slowest: number };

/** Counts requests and responses. */
export class Report {
  private readonly operations = new Map<string, Row>();
  private readonly sorts = new Map<Sort, Map<string, number>>();
  private slow = 0;
  private slowest = { ms: 0, what: '' };
  asked = 0;
  unavailable = 0;

  count(operation: Operation, sort: Sort, status: number, ms: number): void {
    this.asked += 1;
    const row = this.operations.get(operation.id) ?? { byStatus: new Map<number, number>(), slowest: 0 };
    this.operations.set(operation.id, row);
    add(row.byStatus, status);
    row.slowest = Math.max(row.slowest, ms);
    const classes = this.sorts.get(sort) ?? new Map<string, number>();
    this.sorts.set(sort, classes);
    add(classes, `${Math.floor(status / 100)}xx`);
    if (ms > 5000) this.slow += 1;
    if (ms > this.slowest.ms) this.slowest = { ms, what: `${operation.method} ${operation.path} ${status}` };
  }

  /** Returns what has not been returned yet: a success of every operation, and 400 and 401 where they are described. */
  gaps(operations: readonly Operation[]): Gap[] {
    return operations.flatMap((operation) => {
      const seen = [...(this.operations.get(operation.id)?.byStatus.keys() ?? [])];
      const lacks = ([400, 401] as const).filter(
        (status) => operation.statuses.includes(status) && !seen.includes(status),
      );
      const done = seen.some((status) => status >= 200 && status < 400);
      return [...(done ? [] : (['success'] as const)), ...lacks].map((wanted) => ({ operation, wanted }));
    });
  }

  /** Returns the lines to print: by operation and status, by kind of request, and the slowest. */
  lines(): string[] {
    const statuses = [...new Set([...this.operations.values()].flatMap(({ byStatus }) => [...byStatus.keys()]))].sort();
    const head = ['endpoint'.padEnd(28), ...statuses.map((status) => String(status).padStart(6)), ' slowest ms'].join(
      '',
    );
    const rows = [...this.operations]
      .sort()
      .map(([id, { byStatus, slowest }]) =>
        [
          id.padEnd(28),
          ...statuses.map((status) => String(byStatus.get(status) ?? '').padStart(6)),
          String(Math.round(slowest)).padStart(11),
        ].join(''),
      );
    const sorts = SORTS.map(
      (sort) => `${sort.padEnd(13)}${sum(this.sorts.get(sort))}: ${written(this.sorts.get(sort))}`,
    );
    const { ms, what } = this.slowest;
    return [head, ...rows, '', ...sorts, `slowest      ${Math.round(ms)} ms (${what}), ${this.slow} above 5 s`];
  }
}

const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
const sum = (counts: Map<string, number> | undefined) =>
  [...(counts?.values() ?? [])].reduce((all, each) => all + each, 0);
const written = (counts: Map<string, number> | undefined) =>
  [...(counts ?? [])]
    .sort()
    .map(([key, count]) => `${key} ${count}`)
    .join(', ');
