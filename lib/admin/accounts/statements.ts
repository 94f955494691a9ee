import 'server-only';

/**
 * The number of administrators who can take the second step of two, as SQL. With one, nobody else could confirm, so
 * that one takes both.
 */
export const COUNT_CONFIRMING = `(select count(*) from admins where deactivated_at is null and role in ('finance', 'owner'))`;
