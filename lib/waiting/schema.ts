import { z } from 'zod';
import { otpSchema } from '@/lib/accounts/codes/schema';
import { sponsorSchema } from '@/lib/adoption/core/schema';
import { DISTANCES, NEAR_KM } from '@/lib/catalogue/places/distance';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_SEATS } from '@/lib/platform/limits';
import { MAX_SEARCH_LENGTH } from '@/lib/platform/search-params';

/** What is waited for: a course, or its branch at any institute of its city, or near a place. */
export const WAITING_SCOPES = ['course', 'branch', 'near'] as const;
export type WaitingScope = (typeof WAITING_SCOPES)[number];

const seatsSchema = z
  .int({ error: 'waiting.seats_range' })
  .min(1, { error: 'waiting.seats_range' })
  .max(MAX_SEATS, { error: 'waiting.seats_range' });

const PLACE_UNKNOWN = { error: 'waiting.place_unknown' };
const placeSchema = z.string(PLACE_UNKNOWN).trim().min(1, PLACE_UNKNOWN).max(MAX_SEARCH_LENGTH, PLACE_UNKNOWN);

const wish = {
  course_id: idSchema('course.unknown').describe('Id of the course'),
  scope: z
    .enum(WAITING_SCOPES)
    .describe('Seats of this course only, of its branch at any institute of its city, or of its branch near a place'),
  place: placeSchema
    .optional()
    .describe('With `near`: a town or district of Madhya Pradesh; default: that of the course'),
  radius_km: z.literal(DISTANCES).default(NEAR_KM).describe('With `near`: the most kilometres from the place'),
  seats: seatsSchema.describe('Seats that are wanted'),
  min_seats: seatsSchema.describe('The fewest seats that are worth an e-mail, at most `seats`'),
};

const hasFittingMinimum = ({ seats, min_seats: min }: { seats: number; min_seats: number }) => min <= seats;
const MIN_ABOVE = { error: 'waiting.min_above', path: ['min_seats'] };

/** The body of POST /api/waiting/code. */
export const waitingCodeSchema = z
  .strictObject({ ...wish, email: sponsorSchema.shape.email })
  .refine(hasFittingMinimum, MIN_ABOVE);

/** The body of POST /api/waiting. */
export const waitingSchema = z
  .strictObject({
    ...wish,
    email: sponsorSchema.shape.email,
    otp: otpSchema.describe('The code that was sent to `email`'),
  })
  .refine(hasFittingMinimum, MIN_ABOVE);

/** The body of POST /api/user/waiting: the address is that of the account. */
export const ownWaitingSchema = z.strictObject(wish).refine(hasFittingMinimum, MIN_ABOVE);

/** A place, null for the city of a course, and kilometres around it. */
export type Around = { place: string | null; km: number };

/** Seats that are waited for. `courseId`: the course, or one of the branch; `around`: with 'near' only. */
export type Wish = { courseId: string; scope: WaitingScope; around?: Around; seats: number; minSeats: number };

/** Returns the wish of a body. */
export const wishOf = (body: z.output<z.ZodObject<typeof wish>>): Wish => ({
  courseId: body.course_id,
  scope: body.scope,
  ...(body.scope === 'near' && { around: { place: body.place ?? null, km: body.radius_km } }),
  seats: body.seats,
  minSeats: body.min_seats,
});
