/** A part of a SQL statement that is replaced; where `statement` is given, only in statements that contain it. */
export type Removal = { statement?: string; part: string; by: string };

/**
 * One thing that keeps seats, money or messages right. Chaos runs without it must end with problems; a guard in the
 * database is removed by `sql`, others by changes of the statements that the programs send.
 */
export type Guard = { name: string; what: string; removals: readonly Removal[]; sql?: string };

const PLEDGE = "'adopted_before'";
const ADMIN_ACTION = 'where b.reference = $1::text for no key update of b';

export const GUARDS: readonly Guard[] = [
  {
    name: 'seats-left',
    what: 'Seats are taken only if enough are left',
    removals: [{ part: 'and bool_and(available >= seats)', by: '' }],
    sql: 'alter table courses drop constraint courses_seats_not_oversold',
  },
  {
    name: 'course-lock',
    what: 'Whoever takes seats locks the rows of the courses',
    removals: [{ statement: 'taken_seats', part: 'order by c.id for no key update of c', by: 'order by c.id' }],
    sql: 'alter table courses drop constraint courses_seats_not_oversold',
  },
  {
    name: 'code-lock',
    what: 'A code and its adoption are locked before the code is compared',
    removals: [
      { statement: PLEDGE, part: 'order by id for no key update', by: 'order by id' },
      { statement: PLEDGE, part: 'order by b.id for no key update of b', by: 'order by b.id' },
    ],
  },
  {
    name: 'repeated-code',
    what: 'A code that was used answers with its adoption again, since the first answer may have been lost',
    removals: [{ statement: PLEDGE, part: "else 'used' end as verdict", by: "else 'wrong' end as verdict" }],
  },
  {
    name: 'valid-code',
    what: 'The purge leaves adoptions that wait for a valid code',
    removals: [{ statement: 'delete from billings', part: 'c.expires_at > now()', by: 'false' }],
  },
  {
    name: 'adoption-version',
    what: 'An action of an administrator applies to the version of the adoption that was read',
    removals: [{ statement: ADMIN_ACTION, part: 'when b.version <>', by: 'when -1 =' }],
  },
  {
    name: 'adoption-lock',
    what: 'An action of an administrator locks the adoption',
    removals: [
      {
        statement: ADMIN_ACTION,
        part: 'where b.reference = $1::text for no key update of b',
        by: 'where b.reference = $1::text',
      },
    ],
  },
  {
    name: 'receipt-lock',
    what: 'Whoever assigns a receipt to an adoption locks its row',
    removals: [
      {
        statement: "'receipt_matched'",
        part: "(select v.fields->>'id' from input v)::uuid for no key update of r",
        by: "(select v.fields->>'id' from input v)::uuid",
      },
    ],
  },
  {
    name: 'known-transaction',
    what: 'Money that is booked already is not booked again, however often the gateway tells of it',
    removals: [{ part: 'when exists (select from known) then null', by: 'when false then null' }],
    sql: 'alter table payments drop constraint payments_transaction_id_unique',
  },
  {
    name: 'exact-amount',
    what: 'Only the full amount pays for an adoption',
    removals: [{ part: "when p.amount_paise <> $5::bigint or $6::text <> 'INR' then", by: 'when false then' }],
  },
  {
    name: 'payment-checks',
    what: 'The gateway is asked about payments that nothing was heard of',
    removals: [{ part: 'p.next_check_at <= now()', by: 'false' }],
  },
  {
    name: 'refund-job',
    what: 'Money without use is sent back by a job',
    removals: [{ part: 'r.next_try_at <= now()', by: 'false' }],
  },
  {
    name: 'message-row',
    what: 'A message is written by the statement that it announces',
    removals: [
      {
        statement: PLEDGE,
        part: "select id, 'adopted' from taken",
        by: "select id, 'adopted' from taken where random() < 0.9",
      },
    ],
  },
  {
    name: 'limit-trigger',
    what: 'A trigger counts the unpaid seats of each limit',
    removals: [],
    sql: 'alter table billings disable trigger billings_limited_update',
  },
  {
    name: 'ended-session',
    what: 'A session that ended is not there any more',
    removals: [],
    sql: `create function keep_session() returns trigger language plpgsql as 'begin return null; end';
          create trigger keep_session before delete on sessions for each row execute function keep_session()`,
  },
  {
    name: 'account-message',
    what: 'A change of an account is announced by a message that the same statement writes',
    removals: [],
    sql: `create function lose_message() returns trigger language plpgsql as 'begin return null; end';
          create trigger lose_message before insert on outbound_messages
            for each row when (new.recipient is not null) execute function lose_message()`,
  },
  {
    name: 'durable-commit',
    what: 'An answer is given once its transaction is on the disk',
    removals: [],
    sql: 'alter role current_user set synchronous_commit to off',
  },
];
