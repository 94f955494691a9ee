/**
 * Map tiles come from the internet, which tests and measurements must not depend on: the browser resolves no host name
 * outside this machine, and every tile is a grey image.
 */
export const TILE_ADDRESS = 'https://tile.openstreetmap.org/*';

/**
 * Browser argument that stops host names outside this machine from resolving: a test that needs the internet always
 * fails instead of sometimes passing.
 */
export const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** A grey PNG of the size of a tile. */
export const GREY_TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAgAAAAAzqe8bAAAAUklEQVR42u3MsQAAAAACsPxRogyidwNYeopAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCwWc0f4J3UCUSYwAAAABJRU5ErkJggg==',
  'base64',
);
