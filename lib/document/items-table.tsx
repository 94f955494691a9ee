import 'server-only';
import { Text, View } from '@react-pdf/renderer';
import { formatCount } from '@/lib/core/format-count';
import { formatINR, lineTotal } from '@/lib/core/money';
import { courseTypeColors, INK } from './palette';
import type { DocumentContext } from './context';
import { paginate, type SummaryLine } from './rules';
import { SIZE, styles } from './styles';

const GAP = 6;
/** The widest figures still fit on one line: one crore a seat, 10,000 seats a line. */
const COLUMNS = { course: 127, institute: 113, city: 62, seats: 32, price: 61, total: 90 } as const;

const row = [styles.row, { gap: GAP }];

/** Above this many lines a ledger is dealt out over its sheets beforehand. */
const MANY_LINES = 40;
/** Points that lines find on a sheet below the document's head and below the table's head alone, a little less than there are. */
const ROOM = { first: 420, next: 690 };

/**
 * Deals a long ledger out over sheets. react-pdf lays out everything that is still to come once more for every page it
 * breaks, so that 200 lines in one piece take several times as long; a sheet that is misjudged only wraps.
 */
export function paginateItems(lines: SummaryLine[], { fit, names }: DocumentContext): SummaryLine[][] {
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
  return paginate(lines, heightOf, ROOM);
}

/** A course type is never told by colour alone: a square of its fill and the name. */
export function Tag({ courseName, text }: { courseName: string; text: string }) {
  const { fill, text: color } = courseTypeColors(courseName);
  return (
    <View style={styles.tag}>
      <View style={{ width: 6, height: 6, backgroundColor: fill }} />
      <Text style={[styles.strong, { fontSize: 8, color }]}>{text}</Text>
    </View>
  );
}

/** The table: its head stands on every page it reaches, and no line is torn apart. */
export function ItemsTable({ lines, context }: { lines: SummaryLine[]; context: DocumentContext }) {
  const { t, common, names, fit } = context;
  return (
    <View>
      <View fixed style={[...row, styles.small, styles.strong, { alignItems: 'flex-end', borderBottomColor: INK }]}>
        {(['course', 'institute', 'city', 'seats', 'price', 'total'] as const).map((column) => (
          <Text key={column} style={[{ width: COLUMNS[column] }, isFigure(column) ? styles.figure : {}]}>
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

function isFigure(column: keyof typeof COLUMNS): boolean {
  return column === 'seats' || column === 'price' || column === 'total';
}
