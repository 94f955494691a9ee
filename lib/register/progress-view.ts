import type { ReportKind } from '@/db/schema/report-kinds';
import { instituteKeyOf, type OfferNames } from '@/lib/catalogue/names';
import { indianDay, indianIsoDay } from '@/lib/platform/dates';
import { groupBy } from '@/lib/platform/group-by';
import type { LateReport, NamedProgress } from './progress-queries';

/** The lines at an institute, with the report that is late for the longest time, and when it stated one last. */
export type InstituteProgress = {
  lines: [NamedProgress, ...NamedProgress[]];
  late: LateReport | null;
  statedAt: Date | null;
};

/**
 * Groups lines by institute: what is late or was stated comes first, the newest before, then those that entered students.
 * Institutes of which nothing is known are left out: sums name their seats.
 */
export function byInstitute(lines: readonly NamedProgress[]): InstituteProgress[] {
  const known = [...groupBy(lines, instituteKeyOf).values()].flatMap((own): InstituteProgress[] => {
    const [first, ...others] = own;
    const late = own.flatMap((line) => line.late ?? []).sort((a, b) => a.dueOn.localeCompare(b.dueOn));
    const times = own.flatMap(({ stated }) => stated.map(({ statedAt }) => statedAt.getTime()));
    const isKnown = late.length > 0 || own.some(({ state }) => state === 'reported');
    const statedAt = times.length > 0 ? new Date(Math.max(...times)) : null;
    return first && isKnown ? [{ lines: [first, ...others], late: late[0] ?? null, statedAt }] : [];
  });
  const newest = ({ late, statedAt }: InstituteProgress) =>
    Math.max(statedAt?.getTime() ?? 0, late ? indianDay(late.dueOn).getTime() : 0);
  return known.sort((a, b) => newest(b) - newest(a));
}

/** What institutes did for the students of an adoption on a day. */
export type StudentStep = {
  kind: 'entered' | 'stated' | 'late';
  report: ReportKind | null;
  at: Date;
  /** One line of each institute. */
  institutes: OfferNames[];
};

/**
 * Returns the steps of the students of an adoption: first entries, reports, and days on which a report was due that is not stated,
 * those of one day and kind together.
 */
export function studentSteps(lines: readonly NamedProgress[]): StudentStep[] {
  const steps = lines.flatMap((line) => {
    const { enteredAt, stated, late } = line;
    return [
      ...(enteredAt ? [{ kind: 'entered' as const, report: null, at: enteredAt, line }] : []),
      ...stated.map(({ kind: report, statedAt }) => ({ kind: 'stated' as const, report, at: statedAt, line })),
      ...(late ? [{ kind: 'late' as const, report: late.kind, at: indianDay(late.dueOn), line }] : []),
    ];
  });
  const together = groupBy(steps, ({ kind, report, at }) => `${indianIsoDay(at)} ${kind} ${report ?? ''}`);
  return [...together.values()].map((same) => {
    const { kind, report, at } = same.reduce((first, step) => (step.at < first.at ? step : first));
    const institutes = [...groupBy(same, ({ line }) => instituteKeyOf(line)).values()].map(([step]) => step!.line);
    return { kind, report, at, institutes };
  });
}
