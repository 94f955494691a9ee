import { z } from 'zod';
import { GROUPS, type Group } from '@/db/schema/report-kinds';
import type { Sum } from '@/lib/published/progress';
import type { OpenRow } from './queries';

const sum = z.array(
  z.object({
    says: z.enum(['exactly', 'nearlyAll', 'few', 'entered']).describe('How the number is told; small ones are not'),
    count: z.int().describe('0 unless it is told exactly'),
    of: z.int().describe('Of how many seats or students'),
  }),
);

const groupSum = sum.describe('Of all students of offers when they were reported; empty: not stated');

/** The response of GET /api/open-data. */
export const openDataSchema = z.object({
  rows: z
    .array(
      z.object({
        session: z.string().describe('Academic session, such as 2026-27'),
        type: z.string().describe('Course type'),
        district: z.string().describe('District'),
        offered: z.int().describe('Seats of the offers'),
        adopted: z.int().describe('Adopted seats'),
        not_reported: z.int().describe('Adopted seats of which nothing is known'),
        enrolled: sum.describe('Students on adopted seats, a part for each way in which they are told'),
        completed: sum.describe('Of them those who completed the course'),
        ...(Object.fromEntries(GROUPS.map((group) => [group, groupSum])) as Record<Group, typeof groupSum>),
      }),
    )
    .describe('The newest session first'),
  months: z
    .array(
      z.object({
        month: z.string().describe('YYYY-MM'),
        type: z.string().describe('Course type'),
        session: z.string().describe('Academic session'),
        seats: z.int().describe('Adopted in the month, of the session'),
      }),
    )
    .describe('The newest month first'),
});

const toSum = (parts: Sum) => parts.map(({ says, count, of }) => ({ says, count, of }));

/** Converts a row for the API. */
export const toApiRow = (row: OpenRow) => ({
  session: row.session,
  type: row.type,
  district: row.district,
  offered: row.offered,
  adopted: row.seats,
  not_reported: row.due + row.outside,
  enrolled: toSum(row.enrolled),
  completed: toSum(row.completed),
  ...(Object.fromEntries(GROUPS.map((group) => [group, toSum(row[group])])) as Record<Group, ReturnType<typeof toSum>>),
});
