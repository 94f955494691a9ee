import { z } from 'zod';

/** The name of a session that begins in a year. */
export const nameOfSession = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, '0')}`;

/** The name of a session, '2026-27'. */
export const sessionName = z
  .string({ error: 'session.name_form' })
  .refine((name) => nameOfSession(Number(name.slice(0, 4))) === name, { error: 'session.name_form' });
