import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import type { Sql } from 'postgres';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { insertCourse, type SeededCourse } from '../../testing/e2e/catalogue';

export type Person = { id: string; email: string; phone: string; password: string; token: string };

/** The data of a fuzz run: what exists at its beginning, and what was created since. */
export type FuzzSetup = {
  sponsors: Person[];
  admin: { id: string; username: string; password: string; token: string };
  /** Ids of all administrators that a described endpoint or this setup made. */
  administrators: Set<string>;
  /** Id of an administrator whose role and sessions change. */
  colleague: string;
  /** The session of an administrator who adds and removes a second factor. */
  factorToken: string;
  /**
   * Courses with many seats, with prices of 1 to 3 paise that trigger each behaviour of the sandbox, and some with few.
   */
  courses: SeededCourse[];
  /** Courses for edits and imports, so that those above keep their prices. */
  editable: SeededCourse[];
  /** Tokens that a request may invalidate, and tokens of ended sessions. */
  spare: Record<'sponsor' | 'admin', string[]>;
  expired: Record<'sponsor' | 'admin', string[]>;
  billings: string[];
  /** Dead messages, which administrators may send again. */
  deadMessages: string[];
  /** Tokens of shared carts. */
  sharedCarts: string[];
  /** E-mail addresses of described registrations, and users that described requests named. */
  registered: Set<string>;
  guests: Set<string>;
  mailbox: Mailbox;
  sql: Sql;
};

const SPONSORS = 16;
const SPARE = 40;
const CITIES = ['Bhopal', 'Indore', 'Rewa'];

/** Colleagues have a password that the fuzz does not know: it is asked for while another lane removes the second factor. */
async function makeColleague(sql: Sql, username: string): Promise<string> {
  const passwordHash = await hash(randomBytes(16).toString('hex'));
  const [row] = await sql<{ id: string }[]>`
    insert into admins (username, password_hash, role) values (${username}, ${passwordHash}, 'viewer') returning id`;
  return row!.id;
}

type Post = (path: string, body: unknown) => Promise<Record<string, never>>;

/** Creates users and courses: sponsors through the API; sessions to be ended and ended ones in the database. */
export async function makeSetup(
  url: string,
  sql: Sql,
  outbox: string,
  admin: Omit<FuzzSetup['admin'], 'id' | 'token'>,
): Promise<FuzzSetup> {
  const post: Post = async (path, body) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      // Limits count by client address; each request comes from another one.
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.9.8.${randomBytes(1)[0]}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, never>;
  };
  const sponsors: Person[] = [];
  for (let n = 0; n < SPONSORS; n++) sponsors.push(await makeSponsor(post, n));
  const signedIn = await post('/user/admin_login', admin);
  const {
    token,
    admin: { id },
  } = signedIn as unknown as { token: string; admin: { id: string } };
  // A run may take longer than a session counts as confirmed.
  await sql`update admin_sessions set confirmed_at = expires_at`;
  const sessions = async (over: boolean) => ({
    sponsor: await Promise.all(range(SPARE).map((n) => openSession(sql, sponsors[n % SPONSORS]!.id, 'sponsor', over))),
    admin: await Promise.all(range(SPARE).map(() => openSession(sql, id, 'admin', over))),
  });
  const courses = await makeCourses(sql, 'Fuzz', (n) => ({
    totalSeats: n % 6 === 5 ? 4 : 10_000,
    pricePaise: 5_000_000 + (n % 5),
  }));
  const selected_courses = courses.map((course) => ({ course_id: course.id, selectedSeats: 2 }));
  const shared = await Promise.all(range(4).map(() => post('/cart/share', { selected_courses })));
  const [colleague, withApp] = [await makeColleague(sql, 'colleague'), await makeColleague(sql, 'colleague.with.app')];
  return {
    sponsors,
    administrators: new Set([id, colleague, withApp]),
    admin: { ...admin, id, token },
    colleague,
    factorToken: await openSession(sql, withApp, 'admin', false),
    courses,
    editable: await makeCourses(sql, 'Kept', () => ({ totalSeats: 60, pricePaise: 4_000_000 })),
    spare: await sessions(false),
    expired: await sessions(true),
    billings: [],
    deadMessages: await makeDeadMessages(sql, sponsors[0]!.id),
    sharedCarts: shared.map(({ url }) => String(url).split('/').at(-1)!),
    registered: new Set(sponsors.map(({ email }) => email)),
    guests: new Set(),
    mailbox: new Mailbox(outbox),
    sql,
  };
}

async function makeSponsor(post: Post, n: number): Promise<Person> {
  const person = { email: `sponsor.${n}@narmada.example`, password: `seats of the fuzz ${n}` };
  // Numbers of as many blocks, because SMS to one block are limited.
  const phone = `9${String(n).padStart(4, '0')}12345`;
  const names = { full_name: 'Radhika Deshmukh', designation: 'Head', company_name: 'Narmada Motors' };
  await post('/user/register', { ...person, ...names, phone_number: phone });
  const { token, user } = (await post('/user/login', person)) as unknown as { token: string; user: { id: string } };
  return { ...person, phone, token, id: user.id };
}

/** Dead messages of an adoption that has neither seats nor money. @returns their ids */
async function makeDeadMessages(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with billing as (
      insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, hold_expires_at)
      select 'SA-FUZZ-DEAD-0001', id, 'dashboard', 'expired',
             jsonb_build_object('fullName', full_name, 'designation', designation, 'email', email, 'phone', phone_number,
                                'company', company_name, 'industry', ''), 0, now(), now()
        from users where id = ${userId} returning id)
    insert into outbound_messages (billing_id, kind, dead_at)
    select id, 'papers', now() from billing, generate_series(1, ${SPARE}) returning id`;
  return rows.map(({ id }) => id);
}

async function openSession(sql: Sql, owner: string, kind: 'sponsor' | 'admin', over: boolean): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  const expires = new Date(Date.now() + (over ? -60_000 : 6 * 60 * 60_000));
  if (kind === 'sponsor')
    await sql`insert into sessions (user_id, token_hash, expires_at) values (${owner}, ${hash}, ${expires})`;
  else
    await sql`insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at, confirmed_at)
              values (${owner}, ${hash}, ${createHash('sha256').update(hash).digest('hex')}, ${expires}, ${expires})`;
  return token;
}

async function makeCourses(
  sql: Sql,
  name: string,
  seats: (n: number) => Pick<SeededCourse, 'totalSeats' | 'pricePaise'>,
) {
  const all = CITIES.flatMap((city) =>
    COURSE_TYPES.flatMap((courseType) => ['Civil', 'Mechanical'].map((branch) => ({ city, courseType, branch }))),
  );
  const made: SeededCourse[] = [];
  for (const [n, { branch, ...place }] of all.entries())
    made.push(
      await insertCourse(sql, {
        ...place,
        ...seats(n),
        branch: `${name} ${branch}`,
        institute: n % 4 ? `${name} College` : null,
        adoptedSeats: 0,
        isOpen: true,
      }),
    );
  return made;
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

type Received = { to: string; subject?: string; text: string; code?: string; attachments?: string[] };

/** The codes that the app under test has sent; a message and its attachments are removed from the outbox when it is read. */
export class Mailbox {
  private readonly codes = new Map<string, string>();
  private readonly subjects = new Set<string>();
  private reading = Promise.resolve();

  constructor(private readonly folder: string) {}

  /** Returns the newest code, or the newest secret of an invitation, sent to an e-mail address or phone number in any of its spellings, or a wrong one. */
  async codeFor(to: string): Promise<string> {
    // One lane after the other: a message that another lane has removed but not yet stored would be missed.
    await (this.reading = this.reading.then(() => this.read()));
    return this.codes.get(to.toLowerCase()) ?? this.codes.get(`+91${to}`) ?? '000000';
  }

  /** Returns true if an e-mail with this subject was sent to the address. */
  async has(to: string, subject: string): Promise<boolean> {
    await (this.reading = this.reading.then(() => this.read()));
    return this.subjects.has(`${to} ${subject}`);
  }

  /** Waits for the code of a message that is sent after the response, at most two seconds. */
  async laterCodeFor(to: string, before: string): Promise<string> {
    for (let tries = 0; tries < 20; tries++) {
      const code = await this.codeFor(to);
      if (code !== before) return code;
      await pause(100);
    }
    return before;
  }

  private async read(): Promise<void> {
    // The folder may not be there yet, or be away for a moment in chaos.
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
    for (const name of names) {
      const content = await readFile(join(this.folder, name), 'utf8').catch(() => null);
      if (content === null) return;
      const { to, subject, text, attachments = [], ...message } = JSON.parse(content) as Received;
      const { code = /\/join#([\w-]+)/.exec(text)?.[1] } = message;
      for (const file of [name, ...attachments]) await rm(join(this.folder, file)).catch(() => undefined);
      if (code) this.codes.set(to.toLowerCase(), code);
      this.subjects.add(`${to} ${subject}`);
    }
  }
}
