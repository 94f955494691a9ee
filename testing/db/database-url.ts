/** Returns the URL of another database on the same server with the same user. */
export function withDatabaseName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
