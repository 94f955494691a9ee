/** The header in which the proxy tells the pages their path and query; it replaces one that a client sends. */
export const PAGE_PATH_HEADER = 'x-page-path';
