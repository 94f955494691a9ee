/** What a report says: of each student whether he or she comes, or the result of the year; or totals of the students of an offer. */
type Says = 'attendance' | 'result' | 'totals';

type ReportDefinition = {
  says: Says;
  /** When it is due unless administrators set another day: so long after the first or last day of the session; null: never. */
  usualDay: { after: 'firstDay' | 'lastDay'; interval: string } | null;
  /** Whether it is made of offers of the last year of their course alone. */
  isOfLastYear: boolean;
};

/** The definition of every report of a session, the only one, in their order. */
const REPORTS = {
  /** Who came. */
  enrolment: { says: 'attendance', usualDay: { after: 'firstDay', interval: '3 months' }, isOfLastYear: false },
  term_1: { says: 'attendance', usualDay: { after: 'firstDay', interval: '6 months 15 days' }, isOfLastYear: false },
  term_2: { says: 'attendance', usualDay: { after: 'lastDay', interval: '0 days' }, isOfLastYear: false },
  term_3: { says: 'attendance', usualDay: null, isOfLastYear: false },
  result: { says: 'result', usualDay: { after: 'lastDay', interval: '2 months' }, isOfLastYear: false },
  /** What became of the students. */
  outcome: { says: 'totals', usualDay: { after: 'lastDay', interval: '6 months' }, isOfLastYear: true },
} as const satisfies Record<string, ReportDefinition>;

export type ReportKind = keyof typeof REPORTS;
export const REPORT_KINDS = Object.keys(REPORTS) as [ReportKind, ...ReportKind[]];

export const reportOf = (kind: ReportKind): ReportDefinition => REPORTS[kind];

/** Returns the kinds of the reports whose definition meets a condition. */
export const reportsThat = (condition: (report: ReportDefinition) => boolean): ReportKind[] =>
  REPORT_KINDS.filter((kind) => condition(REPORTS[kind]));

export const ON_RESULTS = reportsThat(({ says }) => says === 'result');
export const WITH_TOTALS = reportsThat(({ says }) => says === 'totals');

/** What a report says about a student. 'completed': passed the last year of the course, so that it is complete. */
export const MARKS = ['attends', 'absent', 'passed', 'failed', 'awaited', 'completed'] as const;
export type Mark = (typeof MARKS)[number];

/** The marks of a report, except in the last year of a course: then a result may be 'completed' as well. */
export const MARKS_OF = {
  attendance: ['attends', 'absent'],
  result: ['passed', 'failed', 'awaited'],
  totals: [],
} as const satisfies Record<Says, readonly Mark[]>;

/** What became of students, in the order of the form: the totals of a report that has them, each a column. */
export const OUTCOMES = ['apprentices', 'employed', 'studying', 'looking', 'unknown'] as const;

/** Groups of students whose totals an office may state, each a column. A student is in one of the categories at most. */
export const CATEGORIES = ['sc', 'st', 'obc'] as const;
export const GROUPS = ['women', ...CATEGORIES] as const;
export type Group = (typeof GROUPS)[number];
