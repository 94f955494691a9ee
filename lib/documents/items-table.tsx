import 'server-only';
import { Text, View } from '@react-pdf/renderer';
import { namesSessions } from '@/lib/adoption/core/period';
import { offerText } from '@/lib/catalogue/rules';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { courseTypeColors, INK } from './palette';
import type { DocumentContext } from './context';
import { paginate } from './rules';
import type { SummaryLine } from '@/lib/adoption/core/summary';
import { MARGIN, PAGE, SIZE, styles } from './styles';

const GAP = 6;
/** Column widths in points of the text columns; the institute gets what the others leave. */
const TEXT_COLUMNS = { course: 127, city: 62 } as const;
/**
 * The narrowest and widest columns of figures in points. The largest amounts fit on one line: one crore per seat,
 * 10,000 seats per line.
 */
const FIGURES = { seats: { min: 32, max: 32 }, price: { min: 58, max: 61 }, total: { min: 56, max: 90 } } as const;
/** Width in points of a character of an amount, on average over digits, commas and the full stop, rounded up. */
const FIGURE_CHARACTER = 4.6;

type Columns = Record<keyof typeof TEXT_COLUMNS | keyof typeof FIGURES | 'institute', number>;

/** Returns the column widths of a table: figures take as much as theirs need, so that names break less often. */
function columnsOf(lines: readonly SummaryLine[]): Columns {
  const fitting = (figure: keyof typeof FIGURES, texts: string[]) => {
    const longest = Math.max(0, ...texts.map((text) => text.length));
    return Math.min(Math.max(longest * FIGURE_CHARACTER, FIGURES[figure].min), FIGURES[figure].max);
  };
  const widths = {
    ...TEXT_COLUMNS,
    seats: FIGURES.seats.min,
    price: fitting(
      'price',
      lines.map(({ pricePaise }) => formatINR(pricePaise)),
    ),
    total: fitting(
      'total',
      lines.map(({ seats, pricePaise }) => formatINR(lineTotal(seats, pricePaise))),
    ),
  };
  const taken = Object.values(widths).reduce((sum, width) => sum + width + GAP, 0);
  return { ...widths, institute: PAGE - 2 * MARGIN - taken };
}

const row = [styles.row, { gap: GAP }];

/** Tables with more lines are split into pages in advance. */
const MANY_LINES = 40;
/**
 * Height in points available for lines below the document header, and on pages with the table header only, slightly
 * reduced.
 */
const ROOM = { first: 420, next: 690 };

/**
 * Splits the lines of a long table into pages. For each page break react-pdf lays out all remaining content again, so
 * that 200 lines in one table take several times as long. If a page is estimated too long, it only wraps.
 * @param first height in points for the lines of the first page
 */
export function paginateItems(
  lines: SummaryLine[],
  { fit, names }: DocumentContext,
  first = ROOM.first,
): SummaryLine[][] {
  if (lines.length <= MANY_LINES) return [lines];
  const columns = columnsOf(lines);
  const rows = (text: string, width: number, weight: 400 | 600) =>
    fit(text, { width, size: SIZE, weight }).split('\n').length;
  const heightOf = ({ branch, branchHindi, city, ...line }: SummaryLine) => {
    const course = rows(names.branch(branch, branchHindi), columns.course, 600) + 1;
    const institute = names.institute(line.institute, line.instituteHindi);
    return (
      11 +
      1.35 *
        SIZE *
        Math.max(course, rows(institute, columns.institute, 400), rows(names.place(city), columns.city, 400))
    );
  };
  return paginate(lines, heightOf, { ...ROOM, first });
}

/** Shows a course type as a coloured square and its name, so that colour is not the only distinction. */
export function Tag({ courseName, text }: { courseName: string; text: string }) {
  const { fill, text: color } = courseTypeColors(courseName);
  return (
    <View style={styles.tag}>
      <View style={{ width: 6, height: 6, backgroundColor: fill }} />
      <Text style={[styles.strong, { fontSize: 8, color }]}>{text}</Text>
    </View>
  );
}

type ItemsTableProps = {
  lines: SummaryLine[];
  /** The lines of all pages, which have the same columns. */
  all?: SummaryLine[];
  context: DocumentContext;
};

/** The table. Its header repeats on each page, and rows are not split. */
export function ItemsTable({ lines, all = lines, context }: ItemsTableProps) {
  const { t, common, names, fit } = context;
  const columns = columnsOf(all);
  const isNamed = namesSessions(all);
  return (
    <View>
      <View fixed style={[...row, styles.small, styles.strong, { alignItems: 'flex-end', borderBottomColor: INK }]}>
        {(['course', 'institute', 'city', 'seats', 'price', 'total'] as const).map((column) => (
          <Text key={column} style={[{ width: columns[column] }, isNumeric(column) ? styles.figure : {}]}>
            {fit(t(column), { width: columns[column], size: 7.5, weight: 600 })}
          </Text>
        ))}
      </View>
      {lines.map(
        ({ courseName, branch, branchHindi, institute, instituteHindi, city, seats, pricePaise, ...offer }, index) => (
          <View key={index} wrap={false} style={row}>
            <View style={{ width: columns.course }}>
              <Text style={styles.strong}>
                {fit(names.branch(branch, branchHindi), { width: columns.course, size: SIZE, weight: 600 })}
              </Text>
              <Tag
                courseName={courseName}
                text={[names.type(courseName), offerText(common, offer, isNamed)].filter(Boolean).join(', ')}
              />
            </View>
            <Text style={{ width: columns.institute }}>
              {fit(names.institute(institute, instituteHindi) || common('otherInstitutes'), {
                width: columns.institute,
                size: SIZE,
              })}
            </Text>
            <Text style={{ width: columns.city }}>{fit(names.place(city), { width: columns.city, size: SIZE })}</Text>
            <Text style={[{ width: columns.seats }, styles.figure]}>{formatCount(seats)}</Text>
            <Text style={[{ width: columns.price }, styles.figure]}>{formatINR(pricePaise)}</Text>
            <Text style={[{ width: columns.total }, styles.figure, styles.strong]}>
              {formatINR(lineTotal(seats, pricePaise))}
            </Text>
          </View>
        ),
      )}
    </View>
  );
}

function isNumeric(column: keyof Columns): boolean {
  return column === 'seats' || column === 'price' || column === 'total';
}
