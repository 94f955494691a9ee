import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './programs';

/** The folder of the build. */
export const BUILD = join(root, '.next');

/** What our own server knows of the build; next-adapter.mjs writes it. */
type ServedRoutes = {
  /** The compiled route handler of each path or pattern such as '/api/courses/[id]', from the folder of the build. */
  endpoints: Record<string, string>;
  /** The paths and patterns of pages. */
  pages: string[];
  /** The patterns of pages and endpoints, in the order in which they are tried. */
  dynamic: { path: string; regex: string }[];
  /** The headers of next.config.mjs by the paths that have them. */
  headers: { regex: string; headers: Record<string, string> }[];
};

/** Reads the routes of the build. */
export const readServedRoutes = async () =>
  JSON.parse(await readFile(join(BUILD, 'served-routes.json'), 'utf8')) as ServedRoutes;
