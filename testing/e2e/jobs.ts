import { expect } from '@playwright/test';
import { CRON_SECRET } from './app';
import type { Message, Outbox } from './outbox';

/** Runs the jobs of an app, once. */
export async function runJobs(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/jobs/run`, { headers: { Authorization: `Bearer ${CRON_SECRET}` } });
  expect(answer.status, await answer.text()).toBe(200);
}

/**
 * Runs the jobs of an app until an address has an e-mail with this subject; those of other tests may be sent first.
 * @returns the e-mail
 */
export async function afterJobs(url: string, outbox: Outbox, email: string, subject: string): Promise<Message> {
  const found = async () => (await outbox.messages(email)).find((mail) => !mail.code && mail.subject === subject);
  await expect(async () => {
    await runJobs(url);
    expect(await found()).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return (await found())!;
}
