/** Parameters of addresses that hosting services print for other drivers. Postgres would refuse the connection. */
const FOREIGN = [
  'channel_binding',
  'pgbouncer',
  'connection_limit',
  'pool_timeout',
  'pool_mode',
  'statement_cache_size',
];

/** Returns the address of a database without parameters for other drivers. */
export function withoutForeignParameters(address: string): string {
  const url = new URL(address);
  for (const name of FOREIGN) url.searchParams.delete(name);
  return url.href;
}
