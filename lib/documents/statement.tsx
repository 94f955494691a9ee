import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { amountInWords } from './amount-in-words';
import { statementTotals, type StatementData, type StatementEntry } from './paper-rules';
import { languageOf, type DocumentContext } from './context';
import { INK, INK_2 } from './palette';
import { EveryPage, Head } from './parts';
import { modeName } from './mode-name';
import { companyLines, Party, Receiver, Signatory } from './paper';
import { paginate } from './rules';
import { display, MARGIN, PAGE, SIZE, styles } from './styles';

/** An issued annual statement. */
export type PrintedStatement = { serial: string; issuedAt: Date; replacedBy: string | null; data: StatementData };

const WIDTH = PAGE - 2 * MARGIN;
const GAP = 6;
/** Column widths in points. */
const COLUMNS = { on: 72, what: 62, adoption: 96, reference: 118, serial: 87, gross: 80 } as const;
/** Height in points of an entry of three lines, and for entries on the first and on each further page. */
const ENTRY = 48;
const ROOM = { first: 420, next: 650 };

const row = [styles.row, { gap: GAP - 2 }];

/** The annual statement of a sponsor as an A4 document: money received and paid back in a financial year. */
export function StatementDocument({
  statement: { serial, issuedAt, replacedBy, data },
  context,
}: {
  statement: PrintedStatement;
  context: DocumentContext;
}) {
  const { paper: t, fit, locale } = context;
  const name = t('title.statement');
  const title = t('titleOf', { title: name, serial });
  const facts = [
    [t('number'), serial],
    [t('date'), formatDate(issuedAt, locale)],
  ] as const;
  const sheets = paginate(data.entries, () => ENTRY, ROOM);
  return (
    <Document
      title={title}
      subject={t('statement.subject', { company: data.sponsor.company, year: data.financialYear })}
      author={data.body.legalName || context.common('productName')}
      language={languageOf(context)}
      creationDate={issuedAt}
      modificationDate={issuedAt}
    >
      {sheets.map((entries, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage title={title} mark={replacedBy ? t('replacedMark') : undefined} context={context} />
          {index === 0 && (
            <>
              <Head title={name} facts={facts} context={context} />
              <View style={{ gap: 14, marginBottom: 16 }}>
                <View style={styles.between}>
                  <Party
                    heading={t('to.statement')}
                    name={data.details?.legal_name || data.sponsor.company || data.sponsor.fullName}
                    lines={[
                      ...companyLines(data.details, context),
                      data.sponsor.fullName && `${t('contact')}: ${data.sponsor.fullName}`,
                      data.sponsor.email && `${t('email')}: ${data.sponsor.email}`,
                    ]}
                    context={context}
                  />
                  <Receiver body={data.body} context={context} />
                </View>
                <View style={{ gap: 5 }}>
                  <Text style={[display, { fontSize: 13 }]}>{`${t('statement.year')} ${data.financialYear}`}</Text>
                  <Text style={{ color: INK_2 }}>
                    {fit(t('statement.asOf', { date: formatDate(issuedAt, locale) }), { width: WIDTH, size: SIZE })}
                  </Text>
                </View>
              </View>
            </>
          )}
          <Entries entries={entries} context={context} />
          {index === sheets.length - 1 && <Totals data={data} context={context} />}
        </Page>
      ))}
    </Document>
  );
}

const cells = (entry: StatementEntry, { paper: t, locale }: DocumentContext): Record<keyof typeof COLUMNS, string> => ({
  on: formatDate(indianDay(entry.on), locale),
  what: t(`statement.${entry.kind}`),
  adoption: entry.adoption,
  reference: [modeName(entry.mode, t), entry.reference, ...(entry.test ? [t('statement.test')] : [])].join(' '),
  serial: entry.serial ?? '–',
  gross: formatINR((entry.kind === 'refunded' ? -1 : 1) * (entry.amountPaise + entry.tdsPaise)),
});
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

function Entries({ entries, context }: { entries: readonly StatementEntry[]; context: DocumentContext }) {
  const { paper: t, fit } = context;
  return (
    <View>
      <View fixed style={[...row, styles.small, styles.strong, { alignItems: 'flex-end', borderBottomColor: INK }]}>
        {NAMES.map((column) => (
          <Text key={column} style={[{ width: COLUMNS[column] }, column === 'gross' ? styles.figure : {}]}>
            {fit(t(`statement.column.${column}`), { width: COLUMNS[column], size: 7.5, weight: 600 })}
          </Text>
        ))}
      </View>
      {entries.map((entry, index) => {
        const texts = cells(entry, context);
        return (
          <View key={index} wrap={false} style={row}>
            {NAMES.map((column) => (
              <Text key={column} style={[{ width: COLUMNS[column] }, column === 'gross' ? styles.figure : {}]}>
                {fit(texts[column], { width: COLUMNS[column], size: SIZE })}
              </Text>
            ))}
          </View>
        );
      })}
    </View>
  );
}

function Totals({ data, context }: { data: StatementData; context: DocumentContext }) {
  const { paper: t, fit, locale } = context;
  const { received, refunded, tds } = statementTotals(data.entries);
  const sums = [
    ['received', received],
    ['tds', tds],
    ['refunded', refunded],
    ['net', received - refunded],
  ] as const;
  const net = received - refunded;
  const sentence = received === 0 && refunded === 0 ? t('statement.nothing') : amountInWords(Math.max(net, 0), locale);
  return (
    <View wrap={false} style={{ borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 7, gap: 4 }}>
      {sums.map(
        ([name, paise]) =>
          (name === 'net' || paise > 0) && (
            <View key={name} style={[styles.between, { alignItems: 'baseline' }]}>
              <Text style={name === 'net' ? styles.strong : {}}>{t(`statement.${name}`)}</Text>
              <Text style={[styles.figure, name === 'net' ? [display, { fontSize: 18, lineHeight: 1 }] : {}].flat()}>
                {formatINR(paise)}
              </Text>
            </View>
          ),
      )}
      <Text style={{ color: INK_2 }}>{fit(sentence, { width: WIDTH, size: SIZE })}</Text>
      <View style={{ marginTop: 18, gap: 6 }}>
        {!data.body.legalName && <Text>{fit(t('statement.noTax'), { width: WIDTH, size: SIZE })}</Text>}
        <Signatory body={data.body} context={context} />
      </View>
    </View>
  );
}
