/** The reports of a session in their order: on who came, up to three terms, the result, and what became of the students. */
export const REPORT_KINDS = ['enrolment', 'term_1', 'term_2', 'term_3', 'result', 'outcome'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What a report says about a student. 'completed': passed the last year of the course, so that it is complete. */
export const MARKS = ['attends', 'absent', 'passed', 'failed', 'awaited', 'completed'] as const;
export type Mark = (typeof MARKS)[number];
