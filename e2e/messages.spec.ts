import { readFile } from 'node:fs/promises';
import { expect, test } from '../testing/e2e';
import { CRON_SECRET } from '../testing/e2e/app';
import { pdfPages } from '../testing/db/pdf';
import { newSponsor, putInCart, sendCode, thankYou, verify } from '../testing/e2e/sponsor';

test(
  'a guest is sent the summary of the adoption, a reminder, and the end of the term; then the seats are free again',
  { tag: '@one-screen' },
  async ({ page, request, seed, outbox, database }) => {
    test.setTimeout(120_000);
    const sponsor = newSponsor();
    const course = await seed.course({ branch: 'Civil', totalSeats: 5 });
    await putInCart(page, [[course, 3]]);
    await page.goto('/payment');
    await sendCode(page, sponsor);
    await verify(page, await outbox.latestCode(sponsor.email));
    await expect(thankYou(page)).toBeVisible();
    const [billing] = await database<{ id: string; reference: string }[]>`
      select id, reference from billings where sponsor->>'email' = ${sponsor.email} and state = 'pledged'`;
    const { id, reference } = billing!;

    const mails = async () => (await outbox.messages(sponsor.email)).filter(({ code }) => !code);
    /** Runs the jobs until the sponsor has so many e-mails; those of other tests may be sent first. */
    const afterJobs = async (count: number) => {
      await expect(async () => {
        const headers = { Authorization: `Bearer ${CRON_SECRET}` };
        expect((await request.post('/api/jobs/run', { headers, timeout: 60_000 })).status()).toBe(200);
        expect(await mails()).toHaveLength(count);
      }).toPass({ timeout: 60_000 });
      return (await mails()).at(-1)!;
    };

    // Nothing but the adoption itself causes the first message.
    await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(1);
    const [confirmed] = await mails();
    expect(confirmed!.subject).toBe(`Your adoption ${reference}`);
    expect(confirmed!.text).toContain('3 seats are adopted');
    const [summary] = confirmed!.attachments!;
    expect((await pdfPages(await readFile(outbox.fileOf(summary!)))).join()).toContain(reference);

    await database`update billings set due_at = now() + interval '20 hours' where id = ${id}`;
    const reminder = await afterJobs(2);
    expect(reminder.subject).toBe(`Reminder: your adoption ${reference} is not paid yet`);

    await database`update billings set due_at = now() where id = ${id}`;
    const ended = await afterJobs(3);
    expect(ended.subject).toBe(`Your adoption ${reference} has ended`);
    const seats = await database`select adopted_seats as adopted from courses where id = ${course.id}`;
    expect(seats).toEqual([{ adopted: 0 }]);
  },
);
