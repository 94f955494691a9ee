import { readFileSync } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { closeDatabase, db, NOTICE_CONNECTIONS } from '@/db/client';
import { databaseErrorOf } from '@/db/errors';
import { unreadyReason } from '@/db/readiness';
import { databaseLabel } from '@/lib/platform/address';
import { parseEnv, type Env } from '@/lib/platform/env';
import { guessesOf } from '@/lib/platform/new-password';
import { hasOtherSecret } from '@/lib/platform/app-secret';
import { isLoopback } from '@/lib/platform/loopback';
import { databaseProblem, folderProblem } from '@/lib/platform/startup';
import { ownSupportContact } from '@/lib/settings/support-contact';
import { mailServerProblem } from '@/lib/delivery/smtp';
import { codeDelivery, messageTransport } from '@/lib/delivery/transport';
import { readAddress } from './local';
import { root } from './programs';
import { readConcurrency } from './workers';

/** What was found: fine, worth a look, or a fault that keeps something from working. */
export type Finding = { level: 'ok' | 'note' | 'fault'; about: string; text: string };

const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text });
const note = (about: string, text: string): Finding => ({ level: 'note', about, text });
const fault = (about: string, text: string): Finding => ({ level: 'fault', about, text });

/** Seconds by which the clocks of this machine and the database may differ. */
const CLOCK_SECONDS = 5;
const LEAST_POSTGRES = 15;
const LEAST_DISK_MB = 500;
/** The decimal logarithm of the guesses that a secret should need. */
const LEAST_GUESSES = 15;
/** What stands in .env.example for values of one's own, and domains that nobody has (RFC 2606). */
const STAND_IN = /\bexample\.(com|net|org)\b|X{8}|:\/\/(owner|user):password@|^Bearer KEY$/i;

/** The files without which maps or papers fail, from the root of the checkout. */
const FILES = { boundaries: 'public/geo/mp-districts.geojson', fonts: 'lib/documents/font-files' };

/**
 * Checks configuration, database, messages, payments and files of this installation with the same rules as the server,
 * and returns what it found, in order. Sends and changes nothing.
 */
export async function examine(source: Record<string, string | undefined> = process.env): Promise<Finding[]> {
  const parsed = parseEnv(source);
  if (!parsed.ok) return [...parsed.problems.map((problem) => fault('variables', problem)), ...(await examineFiles())];
  return [
    processProblem() === null ? ok('variables', 'all valid') : fault('variables', processProblem()!),
    ...examineStandIns(source),
    ...(await examineSecrets(parsed.env)),
    ...examineSettings(parsed.env),
    await examineMail(parsed.env),
    ...(await examineDatabase(parsed.env)),
    ...(await examineDisk(parsed.env)),
    ...(await examineFiles()),
  ];
}

/** Returns what is wrong with the variables of the process, which npm start reads; null if nothing is. */
function processProblem(): string | null {
  try {
    readAddress('0.0.0.0');
    readConcurrency();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Names the variables of .env.example that still have what stands there for a value of one's own. */
function examineStandIns(source: Record<string, string | undefined>): Finding[] {
  const template = readFileSync(join(root, '.env.example'), 'utf8');
  const names = [...template.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!);
  const found = names.filter((name) => STAND_IN.test(source[name] ?? ''));
  return found.map((name) => fault('variables', `${name} has an example as its value: set your own`));
}

/** Secrets that we choose ourselves; those of providers are theirs. */
async function examineSecrets({ APP_SECRET, CRON_SECRET, RAZORPAY_WEBHOOK_SECRET = [] }: Env): Promise<Finding[]> {
  const secrets = Object.entries({ APP_SECRET, CRON_SECRET, RAZORPAY_WEBHOOK_SECRET: RAZORPAY_WEBHOOK_SECRET[0] });
  const findings: Finding[] = [];
  for (const [name, secret] of secrets)
    if (secret && (await guessesOf(secret)) < LEAST_GUESSES)
      findings.push(note('secret', `${name} can be guessed: take the output of openssl rand -base64 32`));
  return findings;
}

/** Settings with which the site works, but perhaps not as meant. */
function examineSettings(values: Env): Finding[] {
  const { APP_URL, CRON_SECRET, JOBS, SECURITY_CONTACT, SMS_URL } = values;
  const { protocol, hostname } = new URL(APP_URL);
  const delivery = codeDelivery();
  return [
    isLoopback(hostname)
      ? note('address', `APP_URL is ${APP_URL}: links in e-mails work on this machine only`)
      : protocol === 'http:'
        ? note('address', `APP_URL is ${APP_URL}: without https, sessions can be read on the way`)
        : ok('address', APP_URL),
    delivery === null
      ? note(
          'text messages',
          'neither SMS_URL nor OTP_SMS_FALLBACK is set: sponsors cannot verify their phone and cannot pay',
        )
      : SMS_URL?.startsWith('http:')
        ? note('text messages', 'SMS_URL is not https: codes can be read on the way')
        : ok('text messages', delivery === 'sms' ? 'by SMS_URL, not tried' : 'replaced by e-mail'),
    examinePayments(values),
    JOBS === 'off' && !CRON_SECRET
      ? note('jobs', 'JOBS is off and CRON_SECRET is not set: something else must run npm run jobs')
      : ok('jobs', JOBS === 'on' ? 'every minute in the server' : 'by /api/jobs/run or npm run jobs'),
    CRON_SECRET ? ok('metrics', '/api/metrics') : note('metrics', 'CRON_SECRET is not set: no /api/metrics'),
    SECURITY_CONTACT
      ? ok('security contact', SECURITY_CONTACT)
      : note('security contact', 'SECURITY_CONTACT is not set: nobody knows where to report a vulnerability'),
    values.PASSWORD_MIN_LENGTH < 8
      ? note(
          'passwords',
          `PASSWORD_MIN_LENGTH is ${values.PASSWORD_MIN_LENGTH}: sponsors may register with short passwords`,
        )
      : ok('passwords', `at least ${values.PASSWORD_MIN_LENGTH} characters`),
  ];
}

/** Logs in to the mail server, and sends nothing; the API of Resend has no call for that. */
async function examineMail({ MESSAGE_TRANSPORT, SMTP_URL }: Env): Promise<Finding> {
  if (MESSAGE_TRANSPORT === 'outbox')
    return note('e-mail', "MESSAGE_TRANSPORT is 'outbox': messages are files in DATA_DIR, nobody receives them");
  if (!SMTP_URL || MESSAGE_TRANSPORT !== 'smtp')
    return ok('e-mail', `by ${MESSAGE_TRANSPORT}, not tried: -- --send-to ADDRESS sends a message`);
  const problem = await mailServerProblem(SMTP_URL);
  return problem === null ? ok('e-mail', 'the mail server lets us in') : fault('e-mail', problem);
}

/** Sends a message by the configured transport, to see it arrive. */
export async function sendTestMessage(to: string): Promise<Finding> {
  const text = 'E-mail of Seat Adoption works.';
  const sent = await messageTransport().send({ channel: 'email', to, subject: 'Test of Seat Adoption', text });
  return sent.ok ? ok('message', `accepted for ${to}`) : fault('message', `not accepted: ${sent.reason}`);
}

function examinePayments(values: Env): Finding {
  const { PAYMENT_PROVIDER, RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET = '', RAZORPAY_WEBHOOK_SECRET } = values;
  if (!PAYMENT_PROVIDER) return note('payments', 'PAYMENT_PROVIDER is not set: nobody can pay online');
  if (PAYMENT_PROVIDER === 'sandbox')
    return note('payments', "PAYMENT_PROVIDER is 'sandbox': adoptions are completed without money");
  if (PAYMENT_PROVIDER !== 'razorpay') return ok('payments', `by ${PAYMENT_PROVIDER as string}, not tried`);
  if (RAZORPAY_WEBHOOK_SECRET?.includes(RAZORPAY_KEY_SECRET))
    return note('payments', 'RAZORPAY_WEBHOOK_SECRET is the secret of the key: give the webhook one of its own');
  return RAZORPAY_KEY_ID?.startsWith('rzp_test_')
    ? note('payments', 'the key of Razorpay is one for tests: no money moves')
    : ok('payments', 'by Razorpay with a live key and a webhook secret, not tried');
}

type Server = {
  version: string;
  number: number;
  now: Date;
  trigrams: boolean;
  connections: number;
  role: string;
  isSuperuser: boolean;
  /** Whether the role may change tables and triggers as their owner does. */
  isOwner: boolean;
  /** Whether Postgres compiles statements of the site to machine code. */
  compiles: boolean;
};

async function examineDatabase(values: Env): Promise<Finding[]> {
  const label = databaseLabel(values.DATABASE_URL);
  try {
    const [row] = await db().execute<Server>(sql`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
             clock_timestamp() as now,
             current_setting('max_connections')::int as connections,
             current_user as role, current_setting('is_superuser')::boolean as "isSuperuser",
             coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('billings')), false) as "isOwner",
             current_setting('jit')::boolean as compiles,
             exists (select from pg_extension where extname = 'pg_trgm') as trigrams`);
    const server = row!;
    const late = Math.abs(Date.now() - server.now.getTime()) / 1000;
    const reason = await unreadyReason();
    return [
      server.number < LEAST_POSTGRES * 10_000
        ? fault('database', `Postgres ${server.version} is too old: ${LEAST_POSTGRES} or later`)
        : ok('database', `${label}, Postgres ${server.version}`),
      reason === null ? ok('schema and rights', 'those of this release') : fault('schema and rights', reason),
      ...(server.trigrams || reason !== null
        ? []
        : [fault('search', 'the extension pg_trgm is missing, run db:migrate')]),
      examineRole(server),
      ...(server.compiles
        ? [
            note(
              'jit',
              `is on for the connections of ${server.role} and slows reports: alter role ${server.role} set jit = off, then let the pooler open new connections (docs/operators.md#poolers)`,
            ),
          ]
        : []),
      ...examineConnections(values, server),
      late > CLOCK_SECONDS
        ? fault('clock', `differs from that of the database by ${Math.round(late)} s: set both by NTP`)
        : ok('clock', 'that of the database'),
      ...(reason === null && (await ownSupportContact()) === null
        ? [
            note(
              'support contact',
              'none is set: enter one on the settings page of administrators, or set SUPPORT_CONTACT',
            ),
          ]
        : []),
      ...(reason === null && (await hasOtherSecret())
        ? [fault('secret', 'APP_SECRET differs from that of the instance that started last')]
        : []),
    ];
  } catch (error) {
    const { message } = databaseErrorOf(error);
    return [
      fault('database', (await databaseProblem()) ?? `${label} does not answer: ${message || 'no reason given'}`),
    ];
  } finally {
    await closeDatabase();
  }
}

function examineRole({ role, isSuperuser, isOwner }: Server): Finding {
  if (!isSuperuser && !isOwner) return ok('role', `${role}, reads and writes rows only`);
  const rank = isSuperuser ? 'a superuser' : 'the owner of the tables';
  return note('role', `the site runs as ${role}, ${rank}, and could change the audit log: see db/site-role.sql`);
}

/** A pooler has connections of its own to the server. */
function examineConnections({ DATABASE_POOL, DATABASE_POOLER }: Env, { connections }: Server): Finding[] {
  const wanted = (Number(process.env.WEB_CONCURRENCY) || 1) * (DATABASE_POOL + NOTICE_CONNECTIONS);
  if (DATABASE_POOLER || wanted < connections) return [];
  return [note('connections', `this instance may open ${wanted}, and the database allows ${connections} in all`)];
}

async function examineDisk(values: Env): Promise<Finding[]> {
  if (values.MESSAGE_TRANSPORT !== 'outbox') return [];
  const problem = await folderProblem(values);
  if (problem) return [fault('disk', problem)];
  const { bavail, bsize } = await statfs(values.DATA_DIR);
  const left = Math.round((bavail * bsize) / 1024 ** 2);
  return [
    left < LEAST_DISK_MB ? fault('disk', `${left} MB left in DATA_DIR`) : ok('disk', `${left} MB left in DATA_DIR`),
  ];
}

async function examineFiles(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const boundaries = await readFile(join(root, FILES.boundaries), 'utf8').catch(() => '');
  findings.push(
    boundaries.includes('"FeatureCollection"')
      ? ok('map', FILES.boundaries)
      : fault('map', `${FILES.boundaries} is missing or damaged: the map shows an error`),
  );
  const fonts = (await readdir(join(root, FILES.fonts)).catch(() => [])).filter((name) => name.endsWith('.ttf'));
  findings.push(
    fonts.length > 0 ? ok('fonts of papers', `${fonts.length}`) : fault('fonts of papers', `none in ${FILES.fonts}`),
  );
  const build = await readFile(join(root, '.next/BUILD_ID'), 'utf8').catch(() => null);
  findings.push(build ? ok('build', build.trim()) : fault('build', 'there is none, run npm run build'));
  return findings;
}
