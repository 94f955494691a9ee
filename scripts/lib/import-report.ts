import { changeTexts, problemTexts, warningsOf } from '@/lib/catalogue-import/problem-texts';
import { countRows } from '@/lib/catalogue-import/rules';
import { INSTITUTE_FIELDS } from '@/lib/catalogue/institute-details';
import type { BadRow, ImportPlan, PlannedInstitute, PlannedRow } from '@/lib/catalogue-import/schema';

/** Returns one line per invalid row: its line number in the file and every reason. */
export function badRowsText(bad: readonly BadRow[]): string {
  return bad.map((row) => `  line ${row.line}: ${problemTexts(row).join('; ')}`).join('\n');
}

/** Returns a table of the rows with the outcome of each, old → new where a value changes, and the totals below it. */
export function planText(plan: ImportPlan): string {
  const { rows, notInFile, institutes, optional, places, renames } = plan;
  const hasYears = optional.includes('duration');
  const header = [
    'Line',
    'Change',
    'City',
    'Institute',
    'Type',
    'Branch',
    'Seats',
    'Price per year',
    ...(hasYears ? ['Years'] : []),
  ];
  const table = rows.length > 0 ? `${alignColumns([header, ...rows.map((row) => cells(row, hasYears))])}\n\n` : '';
  const { added, changed, left, bad } = countRows(plan);
  const totals = `${added} added, ${changed} changed, ${left} left as they are, ${bad} bad`;
  const described = institutes.filter(({ changes }) => changes).map(instituteText);
  const details = described.length > 0 ? `Details of institutes:\n${described.join('\n')}\n\n` : '';
  const renamed = renames.map(({ line, from, to, city }) => `  line ${line}: ${from}, ${city} → ${to}\n`).join('');
  const placed = places.length > 0 ? `\nPlaces that get district and position: ${places.length}.` : '';
  const warnings = warningsOf(plan)
    .map(({ line, text }) => `\n  line ${line}: ${text}`)
    .join('');
  return `${table}${renamed && `Institutes with another name:\n${renamed}\n`}${details}${totals}.\nCourses that are not in the file, left alone: ${notInFile}.${placed}${warnings && `\nWarnings:${warnings}`}`;
}

function cells(row: PlannedRow, hasYears: boolean): string[] {
  const { seats, price, years } = changeTexts(row);
  return [
    String(row.line),
    row.change,
    row.city,
    row.institute ?? '–',
    row.courseType,
    row.branch,
    seats,
    price,
    ...(hasYears ? [years] : []),
  ];
}

/** Returns the details of an institute that change: old → new. */
function instituteText({ line, name, city, details, before }: PlannedInstitute): string {
  const changes = INSTITUTE_FIELDS.flatMap((field) => {
    const [old, now] = [before?.[field] ?? null, details[field]];
    return now === undefined || now === old ? [] : [`${field}: ${old === null ? '' : `${old} → `}${now ?? '–'}`];
  });
  return `  line ${line}: ${name}, ${city}: ${changes.join('; ')}`;
}

/** Hindi vowel signs combine with their letter and have no width of their own. */
const width = (text: string) => text.replace(/\p{Mn}/gu, '').length;

function alignColumns(table: readonly string[][]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    table.reduce((most, row) => Math.max(most, width(row[column] ?? '')), 0),
  );
  return table
    .map((row) =>
      row
        .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - width(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
