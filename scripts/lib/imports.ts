import { posix } from 'node:path';
import ts from 'typescript';

/** Every source file of the program by its path from the root, e.g. 'lib/platform/env.ts'. */
export type Sources = ReadonlyMap<string, string>;

/** `isDynamic`: loaded when it is needed, by `import()`. */
type Import = { target: string; typeOnly: boolean; isDynamic?: boolean };
type Graph = ReadonlyMap<string, Import[]>;

/** Each layer may import itself and those to its right. */
const LAYERS = ['app', 'components', 'lib', 'db'];
/** Modules only for tests and local commands; the program must run without them. */
const NOT_SHIPPED = /^(scripts|e2e|testing)\/|^playwright\.config|\.test\.tsx?$/;
const ROLE = /^lib\/(?:[^/]+\/)+(?:[\w-]+-)?(schema|rules|queries|mutations)\.ts$/;

/** Returns one line for every violation of the import rules. */
export function findImportProblems(sources: Sources): string[] {
  const graph = new Map([...sources].map(([file, text]) => [file, importsOf(file, text, sources)]));
  return [
    ...direction(graph),
    ...cycles(graph),
    ...folderCycles(graph),
    ...areaCycles(graph),
    ...clientReach(sources, graph),
    ...visitorWeight(sources, graph),
    ...roles(sources, graph),
  ];
}

function direction(graph: Graph): string[] {
  const problems: string[] = [];
  for (const [file, imports] of graph) {
    if (NOT_SHIPPED.test(file)) continue;
    const from = LAYERS.indexOf(layer(file));
    for (const { target } of imports) {
      const to = LAYERS.indexOf(layer(target));
      if (NOT_SHIPPED.test(target)) problems.push(`${file} imports ${target}, which only tests and scripts may use`);
      else if (from !== -1 && to !== -1 && to < from)
        problems.push(`${file} imports ${target}: imports go ${LAYERS.join(' → ')}, never back`);
    }
  }
  return problems;
}

function layer(file: string): string {
  return file.split('/')[0]!;
}

function cycles(graph: Graph): string[] {
  const problems: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start !== -1) problems.push(`imports go in a circle: ${[...path.slice(start), file].join(' → ')}`);
    if (start !== -1 || done.has(file)) return;
    for (const { target, typeOnly } of graph.get(file) ?? []) if (!typeOnly) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return problems;
}

/** Cycles between the folders of lib, also of types: each folder can be read and changed without those that use it. */
const folderCycles = (graph: Graph) => cyclesOf(graph, (file) => (layer(file) === 'lib' ? posix.dirname(file) : null));

/** Cycles between the areas of lib and of components, such as lib/money. */
const areaCycles = (graph: Graph) =>
  cyclesOf(graph, (file) =>
    ['lib', 'components'].includes(layer(file)) ? file.split('/').slice(0, 2).join('/') : null,
  );

/** Cycles between groups of files, type imports included. @param groupOf the group of a file; null if it is in none */
function cyclesOf(graph: Graph, groupOf: (file: string) => string | null): string[] {
  const groups = new Map<string, Import[]>();
  for (const [file, imports] of graph) {
    const from = NOT_SHIPPED.test(file) ? null : groupOf(file);
    if (from === null) continue;
    const others = imports.flatMap(({ target }) => {
      const to = groupOf(target);
      return to === null || to === from ? [] : [{ target: to, typeOnly: false }];
    });
    groups.set(from, [...(groups.get(from) ?? []), ...others]);
  }
  return [...new Set(cycles(groups))];
}

function clientReach(sources: Sources, graph: Graph): string[] {
  return clientsOf(sources).flatMap((file) =>
    serverReach(file, sources, graph).map((path) => `a client file reaches the server: ${path.join(' → ')}`),
  );
}

const clientsOf = (sources: Sources): string[] =>
  [...sources]
    .filter(
      ([file, text]) => !NOT_SHIPPED.test(file) && /^\s*(\/\*[\s\S]*?\*\/\s*|\/\/.*\s*)*['"]use client['"]/.test(text),
    )
    .map(([file]) => file);

/** What visitors load before they fill in a form: lists, map, plan, cart and the frame of all pages. */
const LIGHT = /^components\/(catalogue|map|platform|selection)\//;

/** zod weighs 32 kB, as much as all scripts of a list. Forms and what is loaded when it is needed may have it. */
function visitorWeight(sources: Sources, graph: Graph): string[] {
  const hasZod = (file: string) => /^import (?!type).* from 'zod'/m.test(sources.get(file) ?? '');
  const loaded = new Map([...graph].map(([file, imports]) => [file, imports.filter(({ isDynamic }) => !isDynamic)]));
  return clientsOf(sources)
    .filter((file) => LIGHT.test(file))
    .flatMap((file) => reach(file, loaded, hasZod).map((path) => `visitors load zod: ${path.join(' → ')}`));
}

const serverReach = (start: string, sources: Sources, graph: Graph): string[][] =>
  reach(start, graph, (file) => isServerOnly(file, sources));

/** Returns the shortest import path from a file to each other one of a kind that it reaches, ignoring type imports. */
function reach(start: string, graph: Graph, isFound: (file: string) => boolean): string[][] {
  const found: string[][] = [];
  const seen = new Set([start]);
  const queue = [[start]];
  for (let path = queue.shift(); path; path = queue.shift()) {
    const file = path.at(-1)!;
    if (path.length > 1 && isFound(file)) {
      found.push(path);
      continue;
    }
    for (const { target, typeOnly } of graph.get(file) ?? []) {
      if (typeOnly || seen.has(target)) continue;
      seen.add(target);
      queue.push([...path, target]);
    }
  }
  return found;
}

/** The files of db that browsers may read: constants without imports, which the table checks need as well. */
const BROWSER_SAFE_DB = /^db\/schema\/(billing-states|report-kinds|enums)\.ts$/;

function isServerOnly(file: string, sources: Sources): boolean {
  return (
    (layer(file) === 'db' && !BROWSER_SAFE_DB.test(file)) ||
    /^import ['"]server-only['"]/m.test(sources.get(file) ?? '')
  );
}

function roles(sources: Sources, graph: Graph): string[] {
  return [...sources.keys()].flatMap((file) => {
    const role = ROLE.exec(file)?.[1];
    if (role === 'queries' || role === 'mutations')
      return isServerOnly(file, sources) ? [] : [`${file} must begin with import 'server-only'`];
    if (role !== 'schema' && role !== 'rules') return [];
    if (isServerOnly(file, sources)) return [`${file} must be safe in a browser: it may not be server-only`];
    return serverReach(file, sources, graph).map((path) => `${file} must be safe in a browser: ${path.join(' → ')}`);
  });
}

function importsOf(file: string, text: string, sources: Sources): Import[] {
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, typeOnly: boolean, isDynamic = false) => {
    const target = specifier && ts.isStringLiteralLike(specifier) ? resolveImport(file, specifier.text, sources) : null;
    if (target) found.push({ target, typeOnly, isDynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(parse(file, text));
  return found;
}

export const parse = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    false,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

function isTypeOnlyImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    !!named &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

/** Returns the file that an import of `from` means, or null for a package. */
export function resolveImport(from: string, specifier: string, sources: Sources): string | null {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(from), specifier)
      : null;
  if (base === null) return null;
  const candidates = [base, ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => base + ending)];
  return candidates.find((candidate) => sources.has(candidate)) ?? null;
}
