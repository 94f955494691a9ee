import { z } from 'zod';

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Technical limits of a registration; the spec asks for no others. */
export const MAX_TEXT = 255;
export const MAX_PASSWORD = 128;

/** The user as login answers it and the browser keeps it (R-ENT-01, R-ENT-02): nothing secret. */
export const sessionUserSchema = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string(),
  company_name: z.string(),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** The answer of POST /api/user/login. */
export const loginAnswerSchema = z.object({ user: sessionUserSchema, token: z.string().min(1) });

/** A sponsor's profile (R-ENT-04); `adopted_students` is the number of seats booked. */
export const profileSchema = z.object({
  id: z.uuid(),
  full_name: z.string(),
  designation: z.string(),
  email: z.string(),
  phone_number: z.string(),
  company_name: z.string(),
  adopted_students: z.number().int().min(0),
});
export type Profile = z.infer<typeof profileSchema>;
