import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { EXAMPLE_SPONSOR } from '../lib/api/field-descriptions';
import { XLSX_TYPE } from '../lib/platform/spreadsheet/schema';
import { root } from '../scripts/lib/programs';
import { expect, test } from '../testing/e2e';
import { bearer } from '../testing/e2e/account';
import { insertAdmin, logInAdmin } from '../testing/e2e/admin';
import { appEnvironment, startApp } from '../testing/e2e/app';
import { insertCourse } from '../testing/e2e/catalogue';
import { makeDatabase } from '../testing/e2e/databases';
import { Outbox } from '../testing/e2e/outbox';

const run = promisify(execFile);

test('a release serves pages and adoptions with documents, reads files and runs commands, from its folder alone', async ({
  playwright,
}) => {
  test.setTimeout(240_000);
  const home = await mkdtemp(join(tmpdir(), 'seat-adoption-release-'));
  const folder = join(home, 'release');
  await run(process.execPath, ['--import', 'tsx', 'scripts/release.ts', folder], { cwd: root });
  const databaseUrl = await makeDatabase(process.env.E2E_DATABASE_URL!, 'release');
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
  const app = await startApp({ name: 'release', databaseUrl, dataDir: home, folder });
  const request = await playwright.request.newContext({ baseURL: app.url });
  try {
    const course = await insertCourse(sql, {
      ...{ city: 'Bhopal', courseType: 'B.Tech', branch: 'Civil', institute: null },
      ...{ totalSeats: 60, adoptedSeats: 0, pricePaise: 1_25_000_00, isOpen: true },
    });
    const outbox = new Outbox(join(home, 'outbox'));
    const { email, phone } = EXAMPLE_SPONSOR;
    const asked = await request.post('/api/user/generate-otp', {
      data: {
        ...{ ...EXAMPLE_SPONSOR, otpMethod: 'email', totalPrice: '125000.00' },
        selectedCourses: {
          [course.id]: {
            id: course.id,
            selectedSeats: 1,
            courseName: 'B.Tech',
            branch: 'Civil',
            pricePerSeat: 125_000,
            totalPrice: 125_000,
          },
        },
      },
    });
    const { user_id, draft_id } = (await asked.json()) as Record<string, string>;
    const code = { email, phone, otpMethod: 'email', otp: await outbox.latestCode(email), user_id, draft_id };
    expect(await (await request.post('/api/user/verify-otp', { data: code })).json()).toMatchObject({ success: true });
    const documents = async () => (await outbox.messages(email)).flatMap(({ attachments }) => attachments ?? []);
    await expect.poll(documents, { timeout: 30_000 }).toHaveLength(1);
    expect((await readFile(outbox.fileOf((await documents())[0]!))).subarray(0, 5).toString()).toBe('%PDF-');

    const session = await logInAdmin(request, await insertAdmin(sql));
    for (const path of ['/', '/select-region', '/docs/api', '/admin/dashboard', '/admin/catalogue'])
      expect((await request.get(path)).status(), path).toBe(200);
    const sheet = join(root, 'testing/catalogue-import/files/cat-libreoffice.xlsx');
    const read = await request.post('/api/admin/catalogue/import?name=catalogue.xlsx', {
      headers: { ...bearer(session), 'Content-Type': XLSX_TYPE },
      data: await readFile(sheet),
    });
    expect(await read.json()).toMatchObject({ counts: { added: 2, bad: 0 } });

    const env = { ...process.env, ...appEnvironment({ url: app.url, databaseUrl, dataDir: home }) };
    for (const command of ['db:migrate', 'db:check', 'data:purge', 'audit:verify', `catalogue:import -- ${sheet}`])
      await run('npm', ['run', ...command.split(' ')], { cwd: folder, env });
  } finally {
    await request.dispose();
    await app.stop();
    await sql.end();
    await rm(home, { recursive: true, force: true });
  }
});
