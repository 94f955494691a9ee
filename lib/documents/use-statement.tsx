import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { USE_HEADS } from '@/db/schema/enums';
import { instituteWithCity, offerTexts } from '@/lib/catalogue/names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { daysOfYear } from '@/lib/platform/financial-year';
import { formatINR } from '@/lib/platform/money';
import { languageOf, type DocumentContext } from './context';
import { modeName } from './mode-name';
import { INK, INK_2 } from './palette';
import { companyLines, Party, Receiver, Signatory } from './paper';
import {
  leftOf,
  sumHeads,
  sumUse,
  withoutHead,
  type SpentOn,
  type StatementEntry,
  type UseData,
  type UseInstitute,
  type UseLine,
  type UseSums,
} from './paper-rules';
import { Check, EveryPage, Head } from './parts';
import { paginate } from './rules';
import { display, LONG_PAGE, MARGIN, SIZE, styles } from './styles';

/** An issued statement of use. `isVoid`: what it says was corrected since. */
export type PrintedUse = {
  serial: string;
  issuedAt: Date;
  replaces: string | null;
  replacedBy: string | null;
  isVoid: boolean;
  data: UseData;
};

type UseProps = { statement: PrintedUse; url: string; context: DocumentContext };

const WIDTH = LONG_PAGE - 2 * MARGIN;
const GAP = 6;
/** Column widths in points. */
const COLUMNS = {
  line: 244,
  opening: 74,
  received: 74,
  returned: 62,
  passed: 74,
  used: 74,
  left: 74,
  unstated: 62,
} as const;
/** Columns of what was used, by what it was spent on, beside that of the line. */
const HEADS = [...USE_HEADS, 'unstated'] as const;
const HEAD_WIDTH = { line: 236, figure: 71 } as const;
const FIGURES = ['opening', 'received', 'returned', 'passed', 'used', 'left', 'unstated'] as const;
/** Heights in points of the parts, and for them on the first and on each further page. */
const HEIGHT = {
  head: 34,
  line: 44,
  sum: 24,
  total: 40,
  title: 34,
  entry: 19,
  institute: 30,
  transfer: 14,
  closing: 118,
};
const ROOM = { first: 266, next: 470 - HEIGHT.head };

/** The figures of a line or of all, in paise. */
const figuresOf = (sums: UseSums): Record<(typeof FIGURES)[number], number> => ({
  opening: sums.openingPaise,
  received: sums.receivedPaise,
  returned: sums.returnedPaise,
  passed: sums.passedPaise,
  used: sums.usedPaise,
  left: leftOf(sums),
  unstated: sums.unstatedPaise,
});

/** A cell of a table: its width in points and its text. */
type Cell = readonly [number, string];

const figureCells = (sums: UseSums): Cell[] => {
  const figures = figuresOf(sums);
  return FIGURES.map((column) => [COLUMNS[column], formatINR(figures[column])]);
};

/** What was spent on what; of a line of which nobody stated it there are no such amounts. */
const headCells = (line: SpentOn): Cell[] => [
  ...USE_HEADS.map((head): Cell => [HEAD_WIDTH.figure, line.heads ? formatINR(line.heads[head]) : '–']),
  [HEAD_WIDTH.figure, formatINR(withoutHead(line))],
];

/** A part of the statement that is not split, with its height. The last one stands at the end of its page. `columns` are above it on a new page. */
type Block = { height: number; content: ReactNode; isLast?: boolean; columns?: ReactNode };

/** The statement of use of a company in a financial year, as an A4 document in landscape format. */
export function UseDocument({ statement, url, context }: UseProps) {
  const { paper: t, locale } = context;
  const { serial, issuedAt, replacedBy, isVoid, data } = statement;
  const name = t('title.use');
  const title = t('titleOf', { title: name, serial });
  const isTest = data.entries.some(({ test }) => test);
  const mark = isVoid ? t('voidMark') : replacedBy ? t('replacedMark') : isTest ? t('testMark') : undefined;
  const sheets = paginate(blocksOf(statement, url, context), ({ height }) => height, ROOM);
  return (
    <Document
      title={title}
      subject={t('use.subject', { company: data.sponsor.company, year: data.financialYear })}
      author={data.body.legalName || context.common('productName')}
      language={languageOf(context)}
      creationDate={issuedAt}
      modificationDate={issuedAt}
    >
      {sheets.map((blocks, index) => (
        <Page key={index} size="A4" orientation="landscape" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage title={title} mark={mark} isLong context={context} />
          {index === 0 && (
            <>
              <Head
                title={name}
                facts={[
                  [t('number'), serial],
                  [t('date'), formatDate(issuedAt, locale)],
                ]}
                width={LONG_PAGE}
                context={context}
              />
              <Opening statement={statement} context={context} />
            </>
          )}
          {blocks.map(({ content, isLast, columns }, at) => (
            <View key={at} wrap={false} style={isLast ? { marginTop: 'auto' } : {}}>
              {index > 0 && at === 0 && <View>{columns}</View>}
              <View>{content}</View>
            </View>
          ))}
        </Page>
      ))}
    </Document>
  );
}

/** The company, the receiver, the year, and the sums in large figures. */
function Opening({ statement: { issuedAt, data }, context }: { statement: PrintedUse; context: DocumentContext }) {
  const { paper: t, fit, locale } = context;
  const { details, sponsor, financialYear: year } = data;
  const [from, to] = daysOfYear(year);
  const sums = sumUse(data.lines);
  const figures = [
    ['received', sums.receivedPaise],
    ['used', sums.usedPaise],
    ['left', leftOf(sums)],
    ['unstated', sums.unstatedPaise],
  ] as const;
  const notes = [
    t('use.year', { year, from: from.slice(0, 4), to: to.slice(0, 4) }),
    data.reference && t('use.ofAdoption', { reference: data.reference }),
    issuedAt < indianDay(to) && t('use.asOf', { date: formatDate(issuedAt, locale) }),
  ].filter(Boolean);
  return (
    <View style={{ gap: 12, marginBottom: 10 }}>
      <View style={styles.between}>
        <Party
          heading={t('to.use')}
          name={details?.legal_name || sponsor.company || sponsor.fullName}
          lines={companyLines(details, context)}
          context={context}
        />
        <Receiver body={data.body} context={context} />
      </View>
      <Text style={{ color: INK_2 }}>{fit(notes.join('. '), { width: WIDTH, size: SIZE })}</Text>
      <View style={[styles.between, { borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 8 }]}>
        {figures.map(([figure, paise]) => (
          <View key={figure} style={{ width: WIDTH / 4 - GAP, gap: 2 }}>
            <Text style={[display, { fontSize: 20, lineHeight: 1.1 }]}>{formatINR(paise)}</Text>
            <Text style={{ color: INK_2 }}>
              {fit(t(`use.figure.${figure}`), { width: WIDTH / 4 - GAP, size: SIZE })}
            </Text>
          </View>
        ))}
      </View>
    </View>
  );
}

function blocksOf(statement: PrintedUse, url: string, context: DocumentContext): Block[] {
  const { data } = statement;
  const { paper: t } = context;
  const spent = data.lines.filter(({ usedPaise, heads }) => usedPaise !== 0 || heads);
  const isDivided = spent.some(({ heads }) => heads);
  const columns = FIGURES.map((column): Cell => [COLUMNS[column], t(`use.column.${column}`)]);
  const headColumns = HEADS.map((head): Cell => [HEAD_WIDTH.figure, t(`use.head.${head}`)]);
  /** A title is never the last of its page. */
  const section = (text: string, [first, ...rest]: readonly Block[]): Block[] => {
    if (!first) return [];
    const { height, columns: above, content } = first;
    const titled = (
      <>
        <Text style={[display, { fontSize: 12, marginTop: 12, marginBottom: 4 }]}>{text}</Text>
        {above}
        {content}
      </>
    );
    return [{ height: HEIGHT.title + (above ? HEIGHT.head : 0) + height, content: titled }, ...rest];
  };
  const lines = { width: COLUMNS.line, columns: <Columns width={COLUMNS.line} columns={columns} context={context} /> };
  const heads = {
    width: HEAD_WIDTH.line,
    columns: <Columns width={HEAD_WIDTH.line} columns={headColumns} context={context} />,
  };
  const lineBlock = (
    line: UseLine,
    { width, columns: own }: { width: number; columns: ReactNode },
    cells: readonly Cell[],
  ): Block => ({
    height: HEIGHT.line,
    columns: own,
    content: <Line line={line} width={width} cells={cells} context={context} />,
  });
  return [
    { height: HEIGHT.head, content: lines.columns },
    ...data.lines.map((line) => lineBlock(line, lines, figureCells(line))),
    {
      height: HEIGHT.total,
      columns: lines.columns,
      content: <Total data={data} isDivided={isDivided} context={context} />,
    },
    ...(isDivided
      ? section(t('use.heads'), [
          ...spent.map((line) => lineBlock(line, heads, headCells(line))),
          {
            height: HEIGHT.sum,
            columns: heads.columns,
            content: <Sum width={heads.width} cells={headCells(sumHeads(spent))} context={context} />,
          },
        ])
      : []),
    ...section(
      t('use.money'),
      data.entries.map((entry) => ({ height: HEIGHT.entry, content: <Entry entry={entry} context={context} /> })),
    ),
    ...section(
      t('use.institutes'),
      data.institutes.map((institute) => ({
        height: HEIGHT.institute + HEIGHT.transfer * institute.passed.length,
        content: <Institute institute={institute} context={context} />,
      })),
    ),
    { height: HEIGHT.closing, isLast: true, content: <Closing statement={statement} url={url} context={context} /> },
  ];
}

const row = [styles.row, { gap: GAP - 2 }];

type TableProps = { width: number; context: DocumentContext };

/** The heads of the columns. @param width of the first one, in points */
function Columns({ width, columns, context: { paper: t, fit } }: TableProps & { columns: readonly Cell[] }) {
  return (
    <View style={[...row, styles.small, styles.strong, { alignItems: 'flex-end', borderBottomColor: INK }]}>
      <Text style={{ width }}>{fit(t('use.column.line'), { width, size: 7.5, weight: 600 })}</Text>
      {columns.map(([own, text]) => (
        <Text key={text} style={[{ width: own }, styles.figure]}>
          {fit(text, { width: own, size: 7.5, weight: 600 })}
        </Text>
      ))}
    </View>
  );
}

function Cells({ cells, isStrong = false }: { cells: readonly Cell[]; isStrong?: boolean }) {
  return cells.map(([width, text], index) => (
    <Text key={index} style={[{ width }, styles.figure, isStrong ? styles.strong : {}]}>
      {text}
    </Text>
  ));
}

function Line({ line, width, cells, context }: TableProps & { line: UseLine; cells: readonly Cell[] }) {
  const { paper: t, names, fit } = context;
  const { seats, reference, orderNumber } = line;
  const facts = [t('use.line', { seats, reference }), ...(orderNumber ? [t('use.order', { order: orderNumber })] : [])];
  return (
    <View style={row}>
      <View style={{ width }}>
        <Text>{fit(offerTexts(names, line).join(' · '), { width, size: SIZE })}</Text>
        <Text style={styles.small}>{fit(facts.join(' · '), { width, size: 7.5 })}</Text>
      </View>
      <Cells cells={cells} />
    </View>
  );
}

function Sum({ width, cells, context: { paper: t } }: TableProps & { cells: readonly Cell[] }) {
  return (
    <View style={[...row, { borderTopWidth: 1.5, borderTopColor: INK }]}>
      <Text style={[{ width }, styles.strong]}>{t('use.total')}</Text>
      <Cells cells={cells} isStrong />
    </View>
  );
}

/** The sums, and what of them is which. */
function Total({ data, isDivided, context }: { data: UseData; isDivided: boolean; context: DocumentContext }) {
  const { paper: t, fit } = context;
  const sums = sumUse(data.lines);
  const parts = (
    [
      ['tds', sums.tdsPaise],
      ['notPassed', sums.notPassedPaise],
      ['unused', sums.unusedPaise],
    ] as const
  ).flatMap(([name, paise]) => (paise > 0 ? [`${t(`use.sum.${name}`)} ${formatINR(paise)}`] : []));
  const remarks = sums.usedPaise > 0 && !isDivided ? [...parts, t('use.noHeads')] : parts;
  return (
    <View>
      <Sum width={COLUMNS.line} cells={figureCells(sums)} context={context} />
      {remarks.length > 0 && (
        <Text style={[styles.small, { textAlign: 'right', marginTop: 3 }]}>
          {fit(remarks.join(' · '), { width: WIDTH, size: 7.5 })}
        </Text>
      )}
    </View>
  );
}

/** Money received or paid back. */
function Entry({ entry, context }: { entry: StatementEntry; context: DocumentContext }) {
  const { paper: t, fit, locale } = context;
  const cells = [
    [90, formatDate(indianDay(entry.on), locale)],
    [80, t(`statement.${entry.kind}`)],
    [120, entry.adoption],
    [240, [modeName(entry.mode, t), entry.reference, entry.test && t('statement.test')].filter(Boolean).join(' ')],
    [110, entry.serial ?? '–'],
  ] as const;
  const paise = (entry.kind === 'refunded' ? -1 : 1) * entry.amountPaise;
  return (
    <View style={[...row, { paddingVertical: 3 }]}>
      {cells.map(([width, text], index) => (
        <Text key={index} style={{ width }}>
          {fit(text, { width, size: SIZE })}
        </Text>
      ))}
      <Text style={[styles.figure, { flexGrow: 1 }]}>{formatINR(paise)}</Text>
    </View>
  );
}

/** What an institute received in the year, and whether it stated its use. */
function Institute({ institute: of, context }: { institute: UseInstitute; context: DocumentContext }) {
  const { paper: t, names, fit, locale } = context;
  const date = (day: string) => formatDate(indianDay(day), locale);
  const stated = of.statedOn ? t('use.stated', { date: date(of.statedOn) }) : t('use.notStated');
  return (
    <View style={[styles.row, { flexDirection: 'column', gap: 1 }]}>
      <Text>
        <Text style={styles.strong}>
          {fit(instituteWithCity(names, of.institute, of.instituteHindi, of.city), {
            width: WIDTH,
            size: SIZE,
            weight: 600,
          })}
        </Text>
        {`  ${stated}`}
      </Text>
      {of.passed.map(({ on, reference, amountPaise, receivedOn }) => (
        <Text key={`${on} ${reference}`} style={{ color: INK_2 }}>
          {[
            t('use.passed', { amount: formatINR(amountPaise), date: date(on), reference }),
            receivedOn ? t('use.acknowledged', { date: date(receivedOn) }) : t('use.notAcknowledged'),
          ].join(' · ')}
        </Text>
      ))}
    </View>
  );
}

const NOTE = 330;

/** What the words mean, who signs, and how to compare the statement with the present. */
function Closing({ statement: { data, replaces, replacedBy, isVoid }, url, context }: UseProps) {
  const { paper: t, fit } = context;
  const remarks = [
    replaces && t('replaces', { serial: replaces }),
    replacedBy ? t('replacedBy', { serial: replacedBy }) : isVoid && t('void'),
  ];
  return (
    <View style={[styles.between, { marginTop: 18, gap: 24 }]}>
      <View style={{ width: NOTE, gap: 6 }}>
        <Text style={{ color: INK_2 }}>{fit(t('use.note'), { width: NOTE, size: SIZE })}</Text>
        {remarks.map((text) => text && <Text key={text}>{fit(text, { width: NOTE, size: SIZE })}</Text>)}
        <Signatory body={data.body} context={context} />
      </View>
      <Check url={url} text={t('use.check')} context={context} />
    </View>
  );
}
