import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { instituteWithCity, offerTexts } from '@/lib/catalogue/names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { daysOfYear } from '@/lib/platform/financial-year';
import { formatINR } from '@/lib/platform/money';
import { languageOf, type DocumentContext } from './context';
import { modeName } from './mode-name';
import { INK, INK_2 } from './palette';
import { Party, Receiver, Signatory } from './paper';
import {
  leftOf,
  sumUse,
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
const FIGURES = ['opening', 'received', 'returned', 'passed', 'used', 'left', 'unstated'] as const;
/** Heights in points of the parts, and for them on the first and on each further page. */
const HEIGHT = { head: 46, line: 44, total: 58, title: 34, entry: 19, institute: 30, transfer: 14, closing: 118 };
const ROOM = { first: 280, next: 470 };

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

/** A part of the statement that is not split, with its height. The last one stands at the end of its page. */
type Block = { height: number; content: ReactNode; isLast?: boolean };

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
          {blocks.map(({ content, isLast }, at) => (
            <View key={at} wrap={false} style={isLast ? { marginTop: 'auto' } : {}}>
              {content}
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
          lines={[
            details?.address,
            details?.cin && `${t('cin')}: ${details.cin}`,
            details?.pan && `${t('pan')}: ${details.pan}`,
            details?.gstin && `${t('gstin')}: ${details.gstin}`,
          ]}
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
  const title = (text: string): Block => ({
    height: HEIGHT.title,
    content: <Text style={[display, { fontSize: 12, marginTop: 12, marginBottom: 4 }]}>{text}</Text>,
  });
  return [
    { height: HEIGHT.head, content: <Columns context={context} /> },
    ...data.lines.map((line) => ({ height: HEIGHT.line, content: <Line line={line} context={context} /> })),
    { height: HEIGHT.total, content: <Total data={data} context={context} /> },
    ...(data.entries.length > 0 ? [title(t('use.money'))] : []),
    ...data.entries.map((entry) => ({ height: HEIGHT.entry, content: <Entry entry={entry} context={context} /> })),
    ...(data.institutes.length > 0 ? [title(t('use.institutes'))] : []),
    ...data.institutes.map((institute) => ({
      height: HEIGHT.institute + HEIGHT.transfer * institute.passed.length,
      content: <Institute institute={institute} context={context} />,
    })),
    { height: HEIGHT.closing, isLast: true, content: <Closing statement={statement} url={url} context={context} /> },
  ];
}

const row = [styles.row, { gap: GAP - 2 }];

function Columns({ context: { paper: t, fit } }: { context: DocumentContext }) {
  return (
    <View style={[...row, styles.small, styles.strong, { alignItems: 'flex-end', borderBottomColor: INK }]}>
      {(['line', ...FIGURES] as const).map((column) => (
        <Text key={column} style={[{ width: COLUMNS[column] }, column === 'line' ? {} : styles.figure]}>
          {fit(t(`use.column.${column}`), { width: COLUMNS[column], size: 7.5, weight: 600 })}
        </Text>
      ))}
    </View>
  );
}

function Figures({ sums, isStrong = false }: { sums: UseSums; isStrong?: boolean }) {
  const figures = figuresOf(sums);
  return FIGURES.map((column) => (
    <Text key={column} style={[{ width: COLUMNS[column] }, styles.figure, isStrong ? styles.strong : {}]}>
      {formatINR(figures[column])}
    </Text>
  ));
}

function Line({ line, context }: { line: UseLine; context: DocumentContext }) {
  const { paper: t, names, fit } = context;
  const { seats, reference, orderNumber } = line;
  const facts = [t('use.line', { seats, reference }), ...(orderNumber ? [t('use.order', { order: orderNumber })] : [])];
  return (
    <View style={row}>
      <View style={{ width: COLUMNS.line }}>
        <Text>{fit(offerTexts(names, line).join(' · '), { width: COLUMNS.line, size: SIZE })}</Text>
        <Text style={styles.small}>{fit(facts.join(' · '), { width: COLUMNS.line, size: 7.5 })}</Text>
      </View>
      <Figures sums={line} />
    </View>
  );
}

/** The sums, and what of them is which. */
function Total({ data, context: { paper: t, fit } }: { data: UseData; context: DocumentContext }) {
  const sums = sumUse(data.lines);
  const parts = (
    [
      ['tds', sums.tdsPaise],
      ['notPassed', sums.notPassedPaise],
      ['unused', sums.unusedPaise],
    ] as const
  ).flatMap(([name, paise]) => (paise > 0 ? [`${t(`use.sum.${name}`)} ${formatINR(paise)}`] : []));
  return (
    <View>
      <View style={[...row, { borderTopWidth: 1.5, borderTopColor: INK }]}>
        <Text style={[{ width: COLUMNS.line }, styles.strong]}>{t('use.total')}</Text>
        <Figures sums={sums} isStrong />
      </View>
      {parts.length > 0 && (
        <Text style={[styles.small, { textAlign: 'right', marginTop: 3 }]}>
          {fit(parts.join(' · '), { width: WIDTH, size: 7.5 })}
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
