import 'server-only';
import { inArray, type SQL } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { billings, lineMonths } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { chunksOf } from '@/db/writes';
import { COMPLETE } from '@/lib/admin/stats/statements';
import { balanceOf, lineKey } from '@/lib/funds/rules';
import { groupBy } from '@/lib/platform/group-by';
import type { Part } from '@/lib/published/progress';
import { readLines } from '@/lib/register/progress-queries';
import { advance, readBases, readMoneyOnDays, takeChanged, type LineBase, type MoneyOnDay } from './statements';

/** Events of adoptions per transaction: their lines are written within the statement timeout. */
const BATCH = 500;

type LineMonth = typeof lineMonths.$inferInsert;

/**
 * Brings `line_months` up to date: makes the rows of adoptions that changed anew. Safe to run concurrently, also while seats are
 * adopted.
 * @param mayBegin whether another batch may begin after the first
 * @param complete changes up to then are included
 * @returns the number of adoptions
 */
export async function refreshReport(
  database: Database = db(),
  mayBegin: () => boolean = () => true,
  complete: SQL = COMPLETE,
): Promise<number> {
  let adoptions = 0;
  let isBehind: boolean;
  do
    isBehind = await transaction(async (tx) => {
      const changed = await takeChanged(tx, BATCH, complete);
      adoptions += changed.ids.length;
      for (const ids of chunksOf(changed.ids)) await refreshAdoptions(tx, ids);
      await advance(tx, changed.next);
      return changed.isBehind;
    }, database);
  while (isBehind && mayBegin());
  return adoptions;
}

async function refreshAdoptions(tx: Database, ids: string[]): Promise<void> {
  const [bases, money, progress] = [
    await readBases(tx, ids),
    groupBy(await readMoneyOnDays(tx, ids), lineKey),
    new Map((await readLines(inArray(billings.id, ids), tx)).map((line) => [lineKey(line), line])),
  ];
  const rows = bases.flatMap((base) => {
    const line = progress.get(lineKey(base));
    const completed = line?.result?.is === 'completed' ? line.result : null;
    const students = {
      ...told('enrolled', line?.enrolled),
      ...told('attending', line?.attending),
      ...told('completed', completed),
    };
    return monthsOf(base, students, money.get(lineKey(base)) ?? []);
  });
  await tx.delete(lineMonths).where(inArray(lineMonths.billingId, ids));
  for (const part of chunksOf(rows)) await tx.insert(lineMonths).values(part);
}

/** The number of students if it may be told, otherwise of how many seats or students a word is told. */
const told = <Name extends string>(name: Name, part: Part | null | undefined) =>
  ({
    [name]: part?.says === 'exactly' ? part.count : 0,
    [`${name}Of`]: part && part.says !== 'exactly' ? part.of : 0,
  }) as Record<Name | `${Name}Of`, number>;

const NO_STUDENTS = {
  ...told('enrolled', null),
  ...told('attending', null),
  ...told('completed', null),
};
const NO_MONEY = { receivedPaise: 0, tdsPaise: 0, repaidPaise: 0, passedPaise: 0, usedPaise: 0 };

/** Returns the rows of a line: that of the month of its adoption, and those in which money moved. @param days in their order */
function monthsOf(base: LineBase, students: typeof NO_STUDENTS, days: readonly MoneyOnDay[]): LineMonth[] {
  const { billingId, courseId, courseType, session, city, month: adopted, ...own } = base;
  const line = { billingId, courseId, courseType, session, city };
  let before = NO_MONEY;
  const moved = new Map(
    days.map((day) => {
      const now = {
        receivedPaise: day.receivedPaise + day.tdsPaise,
        tdsPaise: day.tdsPaise,
        repaidPaise: day.returnedPaise,
        passedPaise: day.passedPaise,
        usedPaise: balanceOf(day, day.year).usedPaise,
      };
      const change = difference(now, before);
      before = now;
      return [`${day.on.slice(0, 7)}-01`, change];
    }),
  );
  const months = [...new Set([adopted, ...moved.keys()])];
  return months.flatMap((month): LineMonth[] => {
    const change = moved.get(month) ?? NO_MONEY;
    if (month === adopted) return [{ ...line, month, ...own, ...students, ...change }];
    if (Object.values(change).every((paise) => paise === 0)) return [];
    return [{ ...line, month, seats: 0, pledgedPaise: 0, outstandingPaise: 0, ...NO_STUDENTS, ...change }];
  });
}

const difference = (now: typeof NO_MONEY, before: typeof NO_MONEY): typeof NO_MONEY => ({
  receivedPaise: now.receivedPaise - before.receivedPaise,
  tdsPaise: now.tdsPaise - before.tdsPaise,
  repaidPaise: now.repaidPaise - before.repaidPaise,
  passedPaise: now.passedPaise - before.passedPaise,
  usedPaise: now.usedPaise - before.usedPaise,
});
