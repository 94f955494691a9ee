import ts from 'typescript';
import { parse, resolveImport, type Sources } from './imports';

/** Where every export must be imported. testing/next and testing/worker stand in for packages (vitest.config.ts). */
const CHECKED = /^(components|db|lib|scripts|testing(?!\/next|\/worker))\//;

/** Returns one line for every export that no other file imports. */
export function findUnusedExports(sources: Sources): string[] {
  const files = [...sources].map(([file, text]) => [file, parse(file, text)] as const);
  const used = new Set(files.flatMap(([file, source]) => usesOf(file, source, sources)));
  return files.flatMap(([file, source]) =>
    CHECKED.test(file) && !used.has(`${file} *`)
      ? exportsOf(source)
          .filter((name) => !used.has(`${file} ${name}`))
          .map((name) => `${file} exports ${name}, which no other file imports`)
      : [],
  );
}

/** Returns what a file imports as '<file> <name>'; '*' stands for everything. */
function usesOf(file: string, source: ts.SourceFile, sources: Sources): string[] {
  const uses: string[] = [];
  const add = (specifier: ts.Node | undefined, names: readonly string[]) => {
    const target = specifier && ts.isStringLiteralLike(specifier) ? resolveImport(file, specifier.text, sources) : null;
    if (target) uses.push(...names.map((name) => `${target} ${name}`));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, importedNames(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, namesIn(node.exportClause));
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, ['*']);
    else if (ts.isCallExpression(node)) node.arguments.slice(0, 1).forEach((argument) => add(argument, ['*']));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

const importedNames = (clause: ts.ImportClause | undefined): string[] =>
  clause ? [...(clause.name ? ['default'] : []), ...(clause.namedBindings ? namesIn(clause.namedBindings) : [])] : [];

const namesIn = (names: ts.NamedImportBindings | ts.NamedExportBindings | undefined): string[] =>
  names && (ts.isNamedImports(names) || ts.isNamedExports(names))
    ? names.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    : ['*'];

function exportsOf(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement))
      return statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name }) => name.text)
        : [];
    if (!ts.canHaveModifiers(statement)) return [];
    const kinds = ts.getModifiers(statement)?.map(({ kind }) => kind) ?? [];
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : []));
    const { name } = statement as ts.FunctionDeclaration;
    return name ? [name.text] : [];
  });
}
