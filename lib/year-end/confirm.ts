import 'server-only';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db } from '@/db/client';
import { papers } from '@/db/schema';
import { sumUse, type UseData, type UseSums } from '@/lib/documents/paper-rules';
import type { YearSubject } from '@/lib/documents/papers/statements';
import { isoDate } from '@/lib/platform/dates';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { lastDayOf } from '@/lib/platform/financial-year';
import { givenUse, newestUse, readYear } from './queries';

/** A statement of use as its page under /verify shows it. */
export type ConfirmedUse = {
  serial: string;
  issuedAt: Date;
  company: string;
  year: string;
  /** Whether the year was over when it was issued. */
  isOver: boolean;
  sums: UseSums;
  /** Whether it shows what is known now. */
  holds: boolean;
  replacedBy: { serial: string; at: Date } | null;
};

/**
 * Returns a statement of use by its id, which only its QR code names; null if there is none.
 * @param paperId a UUID
 */
export async function confirmUse(paperId: string): Promise<ConfirmedUse | null> {
  const later = alias(papers, 'later');
  const [row] = await withQueryDeadline(
    db()
      .select({ paper: papers, replacedBy: { serial: later.serial, at: later.issuedAt } })
      .from(papers)
      .leftJoin(later, eq(later.replacesId, papers.id))
      .where(and(eq(papers.id, paperId), eq(papers.kind, 'use'))),
  );
  if (!row) return null;
  const { serial, issuedAt, source } = row.paper;
  const { financialYear: year, sponsor, details, lines, reference } = row.paper.data as UseData;
  const [id] = source.split('/') as [string];
  const subject: YearSubject = reference === null ? { userId: id } : { billingId: id };
  const given = givenUse(await readYear(subject, year));
  const newest = given && (await newestUse(subject, given));
  return {
    ...{ serial, issuedAt, year, replacedBy: row.replacedBy },
    company: details?.legal_name || sponsor.company || sponsor.fullName,
    isOver: isoDate(issuedAt) > lastDayOf(year),
    sums: sumUse(lines),
    holds: newest?.id === paperId && newest.holds,
  };
}
