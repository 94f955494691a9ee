import { randomBytes, randomInt } from 'node:crypto';
import { call, chooseTransfer, codeFor, holdSeats, randomDigits, type ClientWorld, type Sponsor } from './clients';
import { retry } from './retry';

type Person = { email: string; password: string; phone: string };

const names = { full_name: 'Radhika Deshmukh', designation: 'Head' };

/**
 * Manages accounts until clients stop: each owner registers and invites a colleague, who adopts seats; both ask for a
 * change; the colleague is removed, the password changed, other sessions ended, and an account without adoptions deleted.
 * Records each acknowledged response in the ledger, and a problem if somebody is let in whose access had ended.
 */
export async function manageAccountsUntilStopped(world: ClientWorld): Promise<void> {
  while (world.running()) await manageAccount(world);
}

async function manageAccount(world: ClientWorld): Promise<void> {
  const person = newPerson();
  const { email, password, phone } = person;
  const fields = { ...names, email, password, phone_number: phone, company_name: 'Narmada Motors' };
  const answers = await twiceAtTimes(() => call(world, '/user/register', fields));
  // 409: the response to an earlier request was lost.
  if (!answers.some(({ status }) => [201, 409].includes(status))) return;
  world.ledger.accounts.set(email, 'open');
  if (acknowledged(answers, 201) > 1) world.ledger.problems.push(`${email} was registered twice`);
  const owner = await signIn(world, person);
  if (!owner) return;

  const colleague = await addColleague(world, owner, email);
  const isAdopting = colleague !== null && randomInt(2) === 0;
  if (isAdopting) await adoptTogether(world, owner, colleague.sponsor);
  if (colleague && !(await removeColleague(world, owner, colleague))) return;
  const changed = randomInt(2) === 0 ? await changePassword(world, owner, person) : person;
  if (!changed) return;
  await endOtherSessions(world, owner, changed);
  if (!isAdopting) await deleteAccount(world, owner, changed);
}

/** Invites a colleague, who joins, sometimes twice at once with the same link. */
async function addColleague(world: ClientWorld, owner: Sponsor, ownerEmail: string) {
  await retry(() => world.sql`update users set email_verified_at = now() where email = ${ownerEmail}`);
  const person = newPerson();
  const { email, password, phone } = person;
  const invitation = { full_name: 'Asha Verma', email, role: 'adopt' };
  const invited = await call(world, '/company/invitations', invitation, { headers: bearer(owner) });
  const token = invited.status === 200 && (await codeFor(world, email));
  if (!token) return null;
  const joining = { token, designation: 'Manager', phone_number: phone, password };
  const answers = await twiceAtTimes(() => call(world, '/company/join', joining));
  if (acknowledged(answers, 201) > 1) world.ledger.problems.push(`${email} joined twice with one link`);
  // Also if the response was lost: a link that was used is refused like one that never was.
  if (acknowledged(answers, 201) > 0) world.ledger.accounts.set(email, 'open');
  else if (!(await exists(world, email))) return null;
  const sponsor = await signIn(world, person);
  return sponsor && { sponsor, person };
}

const exists = async ({ sql }: ClientWorld, email: string) =>
  (await retry(() => sql`select from users where email = ${email}`)).length > 0;

/** The colleague adopts seats, and both ask for a change of the adoption at once. */
async function adoptTogether(world: ClientWorld, owner: Sponsor, colleague: Sponsor): Promise<void> {
  const held = await holdSeats(world, colleague);
  if (!held || !(await chooseTransfer(world, held))) return;
  const { billingId } = held;
  await Promise.all(
    [owner, colleague].map(async (sponsor) => {
      const request = { message: `Change ${randomBytes(8).toString('hex')}`, isAcknowledged: false };
      world.ledger.requests.push(request);
      const sending = { headers: bearer(sponsor), label: '/billing/requests' };
      const { message } = request;
      request.isAcknowledged =
        (await call(world, `/billing/${billingId}/requests`, { message }, sending)).status === 201;
    }),
  );
}

type Colleague = { sponsor: Sponsor; person: Person };

/** @returns whether it was acknowledged */
async function removeColleague(world: ClientWorld, owner: Sponsor, { sponsor, person }: Colleague): Promise<boolean> {
  const sending = { method: 'DELETE', headers: bearer(owner), label: '/company/people' };
  forget(world, person);
  const { status } = await call(world, `/company/people/${sponsor.userId}`, undefined, sending);
  // 404: the response to an earlier request was lost.
  if (status !== 200 && status !== 404) return false;
  world.ledger.accounts.set(person.email, 'gone');
  await expectOut(world, sponsor, 'a colleague who was removed');
  await expectRefused(world, person, 'a colleague who was removed');
  return true;
}

/** @returns the person with the new password, or null if it is unknown which one applies */
async function changePassword(world: ClientWorld, owner: Sponsor, person: Person): Promise<Person | null> {
  const other = await signIn(world, person);
  const { password } = newPerson();
  const body = { current_password: person.password, password };
  const { status } = await call(world, '/user/password/change', body, { headers: bearer(owner) });
  // 400 and 401: an earlier request, whose response was lost, has changed it.
  if (![200, 400, 401].includes(status)) return null;
  if (status === 200) announce(world, person, 'password was changed');
  if (other) await expectOut(world, other, 'a session from before the password was changed');
  await expectRefused(world, person, 'a former password');
  return { ...person, password };
}

async function endOtherSessions(world: ClientWorld, owner: Sponsor, person: Person): Promise<void> {
  const other = await signIn(world, person);
  const sending = { method: 'DELETE', headers: bearer(owner), label: '/user/sessions' };
  const { status } = await call(world, '/user/sessions', undefined, sending);
  if (status === 200 && other) await expectOut(world, other, 'a session that was ended');
}

async function deleteAccount(world: ClientWorld, owner: Sponsor, person: Person): Promise<void> {
  const body = { current_password: person.password };
  forget(world, person);
  const { status } = await call(world, '/user/account/delete', body, { headers: bearer(owner) });
  // 401: the response to an earlier request was lost.
  if (status !== 200 && status !== 401) return;
  if (status === 200) announce(world, person, 'account was deleted');
  world.ledger.accounts.set(person.email, 'gone');
  await expectOut(world, owner, 'a deleted account');
  await expectRefused(world, person, 'a deleted account');
}

/**
 * Removes what the ledger expects of an account, before it is deleted: a request whose response was lost may have deleted
 * it, whatever the last response is. Unsent messages are deleted with the account.
 */
function forget({ ledger }: ClientWorld, { email }: Person): void {
  ledger.accounts.delete(email);
  ledger.announced = ledger.announced.filter(({ to }) => to !== email);
}

const announce = ({ ledger }: ClientWorld, { email: to }: Person, what: string) =>
  ledger.announced.push({ to, subject: `Your Seat Adoption ${what}` });

const logIn = (world: ClientWorld, { email, password }: Person) => call(world, '/user/login', { email, password });

/** @returns null if no answer came, or too many requests were counted as failures while instances were killed */
async function signIn(world: ClientWorld, person: Person): Promise<Sponsor | null> {
  const { status, body } = await logIn(world, person);
  if (status === 401) world.ledger.problems.push(`${person.email} cannot sign in`);
  if (status !== 200) return null;
  const { user, token } = body as { user: { id: string }; token: string };
  return { userId: user.id, token, phone: person.phone };
}

async function expectRefused(world: ClientWorld, person: Person, who: string): Promise<void> {
  if ((await logIn(world, person)).status === 200) world.ledger.problems.push(`${who} can sign in: ${person.email}`);
}

async function expectOut(world: ClientWorld, sponsor: Sponsor, who: string): Promise<void> {
  const { status } = await call(world, '/user/sessions', undefined, { method: 'GET', headers: bearer(sponsor) });
  if (status === 200) world.ledger.problems.push(`${who} is let in: ${sponsor.userId}`);
}

const bearer = ({ token }: Sponsor) => ({ Authorization: `Bearer ${token}` });

/** Sends a request once, or twice at the same time. */
const twiceAtTimes = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 1 + randomInt(2) }, send));

const acknowledged = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

function newPerson(): Person {
  const tag = randomBytes(8).toString('hex');
  return { email: `radhika@${tag}.example`, password: `seats for ${tag}`, phone: `9${randomDigits(9)}` };
}

/** Returns the e-mails about acknowledged changes of accounts that were not sent and do not wait either. */
export async function findLostMessages({ sql, ledger, mailbox }: ClientWorld): Promise<string[]> {
  const rows = await retry(
    () => sql<{ recipient: string }[]>`
    select recipient from outbound_messages where recipient is not null`,
  );
  const waiting = new Set(rows.map(({ recipient }) => recipient));
  const problems: string[] = [];
  for (const { to, subject } of ledger.announced)
    if (!waiting.has(to) && !(await mailbox.has(to, subject))) problems.push(`'${subject}' was not sent to ${to}`);
  return problems;
}
