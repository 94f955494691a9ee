import { z } from 'zod';
import { COURSE_TYPES } from '@/db/schema/enums';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { sessionName } from '@/lib/catalogue/session';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { queryText } from '@/lib/platform/search-params';

/** Waits; has an offer at the moment; has ended. */
export const WAITING_STATES = ['waiting', 'offered', 'ended'] as const;

/** Requests to be told about free seats, in the order in which they are served: search and filters. */
export const WAITING_LIST = defineList('/admin/catalogue/reservations/waiting', {
  /** A part of the branch, the city or the e-mail address. */
  q: queryText.optional(),
  type: z.enum(COURSE_TYPES).optional(),
  session: sessionName.optional(),
  state: z.enum(WAITING_STATES).optional(),
});
export type WaitingFilter = FilterOf<typeof WAITING_LIST>;

/** The body of POST /api/admin/waiting/{requestId}. */
export const waitingActionSchema = z.strictObject({
  action: z.literal('withdraw').describe('What to do with the request'),
  reason: reasonSchema,
});

/** A request as administrators see it. */
export type WaitingRecord = {
  id: string;
  state: (typeof WAITING_STATES)[number];
  email: string;
  courseType: string;
  branch: string;
  /** '' if any institute of the city, or near it, will do. */
  institute: string;
  city: string;
  /** Kilometres around the city; null without a distance. */
  radiusKm: number | null;
  session: string;
  studyYear: number;
  seats: number;
  minSeats: number;
  createdAt: Date;
  missedOffers: number;
};

/** Open requests of a course type in a city, and the seats that they want. */
export type Demand = { courseType: string; city: string; requests: number; seats: number };
