/** Appends parameters to an address, which may have some already. */
export function withQuery(address: string, params: URLSearchParams | Record<string, string>): string {
  const query = new URLSearchParams(params).toString();
  return query ? `${address}${address.includes('?') ? '&' : '?'}${query}` : address;
}
