/**
 * The map's tiles come from the internet, which no test and no measurement may need: the browser finds no name outside this machine,
 * and one grey picture answers for every tile.
 */
export const TILE_ADDRESS = 'https://tile.openstreetmap.org/*';

/** The browser's argument by which no name outside this machine resolves: what needs the internet fails instead of sometimes passing. */
export const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** A grey square as PNG, of the size that tiles have. */
export const GREY_TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAEAAgAAAAAzqe8bAAAAUklEQVR42u3MsQAAAAACsPxRogyidwNYeopAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCgUAgEAgEAoFAIBAIBAKBQCAQCAQCwWc0f4J3UCUSYwAAAABJRU5ErkJggg==',
  'base64',
);
