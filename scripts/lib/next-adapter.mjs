import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** What the router of Next.js asks for with a page of the same name. */
const OF_ROUTER = /\.rsc$/;

/**
 * The adapter of the build ("Adapters" in the Next.js documentation): writes what our own server has to know of the build to
 * `served-routes.json`, as scripts/lib/served-routes.ts describes it. JavaScript, because Next.js imports it itself.
 *
 * @type {import('next').NextAdapter}
 */
const adapter = {
  name: 'seat-adoption',
  async onBuildComplete({ routing, outputs, distDir }) {
    const pathsOf = (/** @type {{ pathname: string }[]} */ some) =>
      some.map(({ pathname }) => pathname).filter((path) => !OF_ROUTER.test(path));
    const files = Object.fromEntries(
      outputs.appRoutes
        .filter(({ pathname }) => pathname.startsWith('/api/') && !OF_ROUTER.test(pathname))
        .map(({ pathname, filePath }) => [pathname, relative(distDir, filePath)]),
    );
    const rules = routing.beforeMiddleware.filter(({ headers, status }) => headers && !status);
    const conditional = rules.find(({ has, missing }) => has || missing);
    if (conditional) throw new Error(`The server cannot judge the conditions of the headers of ${conditional.source}.`);
    const routes = {
      endpoints: files,
      pages: pathsOf(outputs.appPages),
      dynamic: routing.dynamicRoutes.map(({ source, sourceRegex }) => ({ path: source, regex: sourceRegex })),
      headers: rules.map(({ sourceRegex, headers }) => ({ regex: sourceRegex, headers })),
    };
    await writeFile(join(distDir, 'served-routes.json'), JSON.stringify(routes));
  },
};

export default adapter;
