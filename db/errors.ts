/**
 * What the driver says of a failed statement: the SQLSTATE or the code of the connection, the message of Postgres, and a
 * violated constraint.
 */
type DatabaseError = { code?: string; message?: string; constraint_name?: string };

/** Returns the error of the driver: Drizzle wraps it as the cause of its own. */
export function databaseErrorOf(error: unknown): DatabaseError {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (typeof (at as DatabaseError).code === 'string') return at as DatabaseError;
  return {};
}

/**
 * Postgres errors that mean 'temporarily unavailable': connection lost or refused, too many connections, shutdown, lock
 * or statement timeout, deadlock, serialization failure; and our own deadline of a query.
 */
const UNAVAILABLE =
  /^(08...|53...|57P0[1-5]|55P03|57014|40001|40P01|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|CONNECTION_.*|CONNECT_TIMEOUT|DEADLINE_EXCEEDED)$/;

/** Returns the code of an error, or of its causes, that says that the database is unavailable; null if none does. */
export function unavailableCode(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code } = at as DatabaseError;
    if (typeof code === 'string' && UNAVAILABLE.test(code)) return code;
  }
  return null;
}
