/**
 * The policy of responses that are not pages, such as API responses, images and scripts: opened directly they may load
 * and run nothing.
 */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";
