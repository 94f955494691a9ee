import 'server-only';
import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { isPooled, sql } from './client';
import journal from './migrations/meta/_journal.json';
import * as schema from './schema';

/** Timestamps of this release's migrations, which identify them in the database. */
const MIGRATIONS = journal.entries.map(({ when }) => when);
const TABLES = Object.values(schema as Record<string, unknown>)
  .filter((value) => is(value, PgTable))
  .map(getTableName);
/** Tables whose rows the site never changes or removes (db/site-role.sql). */
export const APPEND_ONLY = ['audit_log', 'audit_chain', 'papers', 'consents', 'release_lines', 'uses', 'use_lines'];
/** Missing rights that are named. */
const SHOWN = 5;
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';

type State = { missing: string[]; closed: string[]; readOnly: boolean; unlimited: boolean };

/**
 * Returns why the database cannot serve this release, as text for the log, or null if it can: every migration of the
 * release is applied (additional ones are fine, since the next release migrates first), rows are writable, and the role
 * has the rights of db/site-role.sql, and time limits if a pooler is used. Rejects if the database does not answer.
 */
export async function unreadyReason(): Promise<string | null> {
  try {
    const { missing, closed, readOnly, unlimited } = await readState();
    const tags = journal.entries.filter(({ when }) => missing.includes(String(when))).map(({ tag }) => tag);
    if (tags.length > 0) return `migrations are missing, run db:migrate: ${tags.join(', ')}`;
    if (readOnly) return 'the database is read-only';
    if (closed.length > 0) return `the role lacks rights, see db/site-role.sql: ${firstOf(closed)}`;
    if (unlimited && isPooled()) return 'the role has no time limits, see docs/operators.md#poolers';
    return null;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === UNDEFINED_TABLE) return 'the database was never migrated, run db:migrate';
    if (code === INSUFFICIENT_PRIVILEGE) return 'the role may not read the list of migrations, run db:migrate';
    throw error;
  }
}

/** The first of many rights: all of them are several kilobytes. */
const firstOf = (rights: string[]) =>
  rights.length > SHOWN ? `${rights.slice(0, SHOWN).join(', ')} and ${rights.length - SHOWN} more` : rights.join(', ');

async function readState(): Promise<State> {
  const [state] = await sql()<[State]>`
    with tables as (select name, to_regclass(quote_ident(name)) as id from unnest(${TABLES}::text[]) name)
    select array(select wanted::text from unnest(${MIGRATIONS}::bigint[]) wanted
                  where not exists (select from drizzle.__drizzle_migrations where created_at = wanted)) as missing,
           array(select name || ' ' || may
                   from tables, unnest(array['select', 'insert', 'update', 'delete']) may
                  where not (name = any(${APPEND_ONLY}) and may in ('update', 'delete'))
                    and not coalesce(has_table_privilege(id, may), false))
           || array(select s.relname || ' usage'
                      from tables join pg_depend d on d.refobjid = id and d.classid = 'pg_class'::regclass
                      join pg_class s on s.oid = d.objid
                     where case when s.relkind = 'S' then not has_sequence_privilege(s.oid, 'usage') end) as closed,
           current_setting('transaction_read_only')::boolean as "readOnly",
           '0' in (current_setting('statement_timeout'), current_setting('lock_timeout')) as unlimited`;
  return state;
}
