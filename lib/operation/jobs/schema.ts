import { z } from 'zod';

const count = z.int().min(0);

/** What a run of the jobs did. */
export const jobsDoneSchema = z.object({
  released: count.describe('Expired holds whose seats were released'),
  offered: count.describe('Offers of free seats to those who wait for them'),
  lapsed: count.describe('Pledges whose term ended'),
  reminded: count.describe('Reminders and tables that were queued'),
  checked: count.describe('Open payments that the provider was asked about'),
  refunded: count.describe('Refunds that the provider was asked for or about'),
  sent: count.describe('Messages that were sent'),
  settlements: count.describe('Settlement reports that were read'),
});
export type JobsDone = z.infer<typeof jobsDoneSchema>;
