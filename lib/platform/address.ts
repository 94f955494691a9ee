const ENCODE =
  'percent-encode special characters of the user and the password: # is %23, / is %2F, @ is %40, ? is %3F, % is %25';

/** Returns a part of an address without percent-encoding; null if it cannot be decoded. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Returns why the user or the password in an address is read wrongly, as the end of a sentence; null if it is not. */
function encodingProblem({ hash, username, password, hostname, pathname, search }: URL): string | null {
  if (hash || search.includes('@')) return `is cut off at '${hash ? '#' : '?'}': ${ENCODE}`;
  const isReadable = [username, password, hostname, pathname].every((part) => decoded(part) !== null);
  return isReadable ? null : `has a '%' that encodes nothing: ${ENCODE}`;
}

/**
 * Returns what is wrong with the address of a database, as the end of a sentence; null if nothing is. A special character
 * that is not encoded would lead to another host.
 */
export function databaseAddressProblem(address: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    return `must be an address like postgres://user:password@host:5432/name; ${ENCODE}`;
  const url = new URL(address);
  return encodingProblem(url) ?? (/^\/[^/]+$/.test(url.pathname) ? null : `must end with a database name; ${ENCODE}`);
}

/** Returns what is wrong with the address of a mail server, as the end of a sentence; null if nothing is. */
export function mailAddressProblem(address: string): string | null {
  if (!/^smtps?:\/\//.test(address) || !URL.canParse(address))
    return `must be the address of a mail server, like smtps://user:password@host:465; ${ENCODE}`;
  const url = new URL(address);
  const problem = encodingProblem(url);
  if (problem) return problem;
  if (url.pathname.length > 1 || url.search) return `must end after host and port; ${ENCODE}`;
  if (url.protocol === 'smtps:' && url.port === '587') return 'must begin with smtp:// for STARTTLS on port 587';
  if (url.protocol === 'smtp:' && url.port === '465') return 'must begin with smtps:// for TLS on port 465';
  return url.hostname ? null : 'must name a host';
}

/** Returns which database an address leads to, without its password: `seats on db.example:5432 as seats_site`. */
export function databaseLabel(address: string): string {
  if (!URL.canParse(address)) return 'an address that cannot be read';
  const { hostname, port, pathname, username, searchParams } = new URL(address);
  const name = decoded(pathname.slice(1)) ?? pathname;
  const host = hostname || searchParams.get('host') || 'localhost';
  return `${name} on ${host}:${port || '5432'}${username ? ` as ${decoded(username) ?? username}` : ''}`;
}
