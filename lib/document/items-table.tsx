import 'server-only';
import { Text, View } from '@react-pdf/renderer';
import { formatCount } from '@/lib/core/format-count';
import { formatINR, lineTotal } from '@/lib/core/money';
import { courseTypeColors, INK } from './palette';
import type { DocumentContext } from './context';
import { paginate, type SummaryLine } from './rules';
import { SIZE, styles } from './styles';

const GAP = 6;
/** Column widths in points. The largest amounts fit on one line: one crore per seat, 10,000 seats per line. */
const COLUMNS = { course: 127, institute: 113, city: 62, seats: 32, price: 61, total: 90 } as const;

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
  const rows = (text: string, width: number, weight: 400 | 600) =>
    fit(text, { width, size: SIZE, weight }).split('\n').length;
  const heightOf = ({ branch, institute, city }: SummaryLine) => {
    const course = rows(branch, COLUMNS.course, 600) + 1;
    return (
      11 +
      1.35 *
        SIZE *
        Math.max(course, rows(institute, COLUMNS.institute, 400), rows(names.place(city), COLUMNS.city, 400))
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

/** The table. Its header repeats on each page, and rows are not split. */
export function ItemsTable({ lines, context }: { lines: SummaryLine[]; context: DocumentContext }) {
  const { t, common, names, fit } = context;
  return (
    <View>
      <View fixed style={[...row, styles.small, styles.strong, { alignItems: 'flex-end', borderBottomColor: INK }]}>
        {(['course', 'institute', 'city', 'seats', 'price', 'total'] as const).map((column) => (
          <Text key={column} style={[{ width: COLUMNS[column] }, isNumeric(column) ? styles.figure : {}]}>
            {fit(t(column), { width: COLUMNS[column], size: 7.5, weight: 600 })}
          </Text>
        ))}
      </View>
      {lines.map(({ courseName, branch, institute, city, seats, pricePaise }, index) => (
        <View key={index} wrap={false} style={row}>
          <View style={{ width: COLUMNS.course }}>
            <Text style={styles.strong}>{fit(branch, { width: COLUMNS.course, size: SIZE, weight: 600 })}</Text>
            <Tag courseName={courseName} text={names.type(courseName)} />
          </View>
          <Text style={{ width: COLUMNS.institute }}>
            {fit(institute || common('otherInstitutes'), { width: COLUMNS.institute, size: SIZE })}
          </Text>
          <Text style={{ width: COLUMNS.city }}>{fit(names.place(city), { width: COLUMNS.city, size: SIZE })}</Text>
          <Text style={[{ width: COLUMNS.seats }, styles.figure]}>{formatCount(seats)}</Text>
          <Text style={[{ width: COLUMNS.price }, styles.figure]}>{formatINR(pricePaise)}</Text>
          <Text style={[{ width: COLUMNS.total }, styles.figure, styles.strong]}>
            {formatINR(lineTotal(seats, pricePaise))}
          </Text>
        </View>
      ))}
    </View>
  );
}

function isNumeric(column: keyof typeof COLUMNS): boolean {
  return column === 'seats' || column === 'price' || column === 'total';
}
