import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { nodeFileTrace } from '@vercel/nft';
import ts from 'typescript';
import { filesUnder } from './lib/files';
import { main } from './lib/main';
import { root } from './lib/programs';

/** The commands of package.json that people run where the site runs. */
const COMMANDS = [
  ...['start', 'jobs', 'doctor', 'db:migrate', 'db:backup', 'db:restore', 'db:check'],
  ...['audit:verify', 'admin:create', 'pledge:release', 'seats:limit', 'catalogue:import', 'data:purge'],
];
/** Started by file name, so that no import leads to them. */
const WORKERS = ['lib/admin/file-worker/worker.ts', 'lib/documents/worker.ts', 'scripts/lib/typescript-workers.mjs'];
/** Loaded by names that a trace does not see: what loads TypeScript, and what Next.js registers when it reads its settings. */
const COPIED_PACKAGES = ['tsx', 'next/dist/compiled/webpack', 'next/dist/compiled/@babel/runtime'];
const COPIED = [
  'public',
  'db/migrations',
  'db/site-role.sql',
  'deploy',
  'tsconfig.json',
  '.env.example',
  'LICENSE',
  'NOTICE.md',
];
/** Files of the build that serving does not read. */
const OF_BUILD_ONLY = /^\.next\/(cache|diagnostics|types|trace|trace-build|inputs\.sha256)(\/|$)|\.(map|nft\.json)$/;
/** Read on paths that serving does not take: development, the build, and the scaling of images. */
const NEVER_LOADED = [
  'node_modules/next/dist/compiled/next-server/**/*.dev.js',
  'node_modules/next/dist/compiled/{babel,babel-packages,terser}/**',
  'node_modules/{@img,sharp,typescript,caniuse-lite}/**',
  '**/*.{d.ts,map}',
];

/**
 * `npm run release FOLDER`: copies what serving a build and the commands of operators need into a folder, in place of
 * the checkout with its packages (docs/deploy.md). `output: 'standalone'` of Next.js does not know of a server of one's
 * own, so this reads the lists of files that the build writes ("output" in its documentation) and makes those of our
 * programs with the same tool.
 */
await main(async () => {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('Name the folder of the release: npm run release FOLDER');
  const to = resolve(folder);
  if ((await readdir(to).catch(() => [])).length > 0) throw new Error(`${to} is not empty`);
  const files = new Set([...(await ofPrograms()), ...(await ofBuild())]);
  for (const file of files) await copy(file, to);
  for (const path of [...COPIED, '.next', ...COPIED_PACKAGES.map((name) => `node_modules/${name}`)])
    await copy(path, to);
  const { name, version, type, scripts } = await readPackage();
  const commands = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]!]));
  await writeFile(
    join(to, 'package.json'),
    `${JSON.stringify({ name, version, private: true, type, scripts: commands }, null, 2)}\n`,
  );
});

type Package = Record<'name' | 'version' | 'type', string> & { scripts: Record<string, string> };

async function readPackage(): Promise<Package> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Package;
}

/** The files that the commands load, from the root of the checkout. */
async function ofPrograms(): Promise<string[]> {
  const { scripts } = await readPackage();
  const entries = COMMANDS.map((command) => scripts[command]!.split(' ').at(-1)!);
  const traced: string[] = [];
  // One after the other, so that the second one finds what the first one has read in the cache.
  const cache = {};
  // The server and its workers find packages without the second condition.
  for (const conditions of [['node'], ['node', 'react-server']]) {
    const { fileList } = await nodeFileTrace([...entries, ...WORKERS, 'next.config.mjs'], {
      base: root,
      paths: { '@/': root },
      conditions,
      // Whether Node.js takes it depends on its version.
      moduleSyncCatchall: true,
      ignore: NEVER_LOADED,
      cache,
      readFile: async (path) => {
        const text = await readFile(path).catch(() => null);
        return text && /\.tsx?$/.test(path) ? javascriptOf(path, text.toString()) : text;
      },
    });
    traced.push(...fileList);
  }
  return traced;
}

/** A trace reads JavaScript only. With its name a file is not taken for JSX, in which `<T>(…)` is an element. */
function javascriptOf(fileName: string, text: string): string {
  const to = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, jsx: ts.JsxEmit.ReactJSX };
  return ts.transpileModule(text, { fileName, compilerOptions: to }).outputText;
}

/** The files outside of the build that its pages and endpoints load, from the root of the checkout. */
async function ofBuild(): Promise<string[]> {
  const lists = (await filesUnder('.next/server')).filter((file) => file.endsWith('.nft.json'));
  const named = await Promise.all(
    lists.map(async (list) => {
      const { files } = JSON.parse(await readFile(join(root, list), 'utf8')) as { files: string[] };
      return files.map((file) => relative(root, resolve(root, dirname(list), file)));
    }),
  );
  return named.flat().filter((file) => !file.startsWith('.next'));
}

/** Copies a file, or a folder with what serving needs of it; links stay links. */
async function copy(path: string, to: string): Promise<void> {
  const target = join(to, path);
  await mkdir(dirname(target), { recursive: true });
  await cp(join(root, path), target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !OF_BUILD_ONLY.test(relative(root, source)),
  });
}
