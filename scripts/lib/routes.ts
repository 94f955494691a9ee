import { filesUnder } from './files';

/** An address that the app answers: a page, a handler of calls, or one of the files that Next.js serves by their names. */
export type Route = { address: string; kind: 'page' | 'handler' | 'file'; file: string };

const METADATA = /^(favicon|icon\d*|apple-icon\d*|manifest|robots|sitemap|(opengraph|twitter)-image\d*)\.[a-z]+$/;
/** The addresses of those that are written by code. */
const WRITTEN: Record<string, string> = {
  'manifest.ts': 'manifest.webmanifest',
  'robots.ts': 'robots.txt',
  'sitemap.ts': 'sitemap.xml',
};

/** The route table: every file of app/ that answers an address, sorted by that; parameters are in braces. */
export async function routes(): Promise<Route[]> {
  const found = (await filesUnder('app')).flatMap((file): Route[] => {
    const parts = file.split('/').slice(1);
    const name = parts.pop()!;
    const folder = parts
      .filter((part) => !/^\(.*\)$/.test(part))
      .map((part) => `/${part.replace(/^\[(.*)\]$/, '{$1}')}`)
      .join('');
    if (/^page\.tsx?$/.test(name)) return [{ address: folder || '/', kind: 'page', file }];
    if (/^route\.tsx?$/.test(name)) return [{ address: folder, kind: 'handler', file }];
    return METADATA.test(name) ? [{ address: `${folder}/${WRITTEN[name] ?? name}`, kind: 'file', file }] : [];
  });
  return found.sort((a, b) => (a.address < b.address ? -1 : 1));
}
