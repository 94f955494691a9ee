export * from 'next/server.js';

/**
 * Stands in for `after` of next/server, which needs the request of a running server: the deferred work is dropped. A test
 * that needs it mocks the module.
 */
export const after = (): void => undefined;
