import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDate, formatDateTimeWithZone, formatLastDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { Classroom, classroomScale } from './illustrations';
import { ItemsTable, paginateItems, Tag } from './items-table';
import { languageOf, type DocumentContext } from './context';
import { Closing, EveryPage, Head, Sponsor, ToPay } from './parts';
import {
  seatCount,
  seatsByType,
  type Summary,
  type SummaryLine,
  type ToPay as ToPayFacts,
} from '@/lib/adoption/core/summary';
import { display, SIZE, styles } from './styles';

/** Width in points of what happens after the last day. */
const TEXT = 460;

/** Props of a summary; `url` is its page under /verify, null in a draft. */
type SummaryProps = { summary: Summary; url: string | null; context: DocumentContext };

/** The adoption summary as an A4 document. It does not load images or URLs. */
export function SummaryDocument({ summary, url, context }: SummaryProps) {
  const { t } = context;
  const { reference, date, sponsor, lines } = summary;
  const verified = reference !== null;
  const facts = [
    ...(verified ? [[t('reference'), reference] as const] : []),
    [t('date'), formatDate(date, context.locale)] as const,
    ...(summary.orderNumber ? [[t('orderNumber'), summary.orderNumber] as const] : []),
  ];
  const sheets = paginateItems(lines, context);
  return (
    <Document
      title={verified ? t('titleOf', { reference }) : `${t('title')} (${t('draftMark')})`}
      subject={verified ? t('subject', { company: sponsor.company }) : undefined}
      author={context.common('productName')}
      language={languageOf(context)}
      creationDate={date}
      modificationDate={date}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage
            title={verified ? t('titleOf', { reference }) : t('title')}
            mark={verified ? undefined : t('draftMark')}
            context={context}
          />
          {index === 0 && (
            <>
              <Head title={t('title')} facts={facts} context={context} />
              <View style={[styles.between, { marginBottom: 18 }]}>
                <Sponsor heading={t(verified ? 'adoptedBy' : 'wantedBy')} of={summary} context={context} />
                <Seats lines={lines} verified={verified} context={context} />
              </View>
            </>
          )}
          <ItemsTable lines={sheet} all={lines} context={context} />
          {index === sheets.length - 1 && (
            <Closing
              lines={lines}
              note={noteOf(summary, context)}
              url={url}
              coursesPaise={summary.coursesPaise}
              context={context}
            >
              {summary.toPay && reference !== null && (
                <SummaryToPay toPay={summary.toPay} reference={reference} context={context} />
              )}
            </Closing>
          )}
        </Page>
      ))}
    </Document>
  );
}

/** How a pledge is paid, and what happens after the last day. */
function SummaryToPay({
  toPay,
  reference,
  context,
}: {
  toPay: ToPayFacts;
  reference: string;
  context: DocumentContext;
}) {
  const { t, fit, locale } = context;
  const { paise, dueAt, lapses, body } = toPay;
  return (
    <ToPay
      paise={paise}
      until={dueAt ? formatLastDay(dueAt, locale) : undefined}
      reference={reference}
      body={body}
      context={context}
    >
      {dueAt && <Text>{fit(t(lapses ? 'lapses' : 'decided'), { width: TEXT, size: SIZE })}</Text>}
    </ToPay>
  );
}

/** Returns the payment note: paid, with the transaction, or not charged. */
function noteOf({ reference, sponsor: { company }, paid, isPaidByBank }: Summary, { t, locale }: DocumentContext) {
  if (reference === null) return { title: t('draftTitle'), text: t('draftText', { company }) };
  if (isPaidByBank) return { title: t('paid'), text: t('paidByBankText', { company }) };
  if (!paid) return { title: t('pending'), text: t('pendingText', { company }) };
  const text = t('paidText', {
    company,
    transactionId: paid.transactionId,
    moment: formatDateTimeWithZone(paid.at, locale),
  });
  return { title: t(paid.test ? 'test' : 'paid'), text };
}

/** The number of seats, drawn and by course type. */
export function Seats({
  lines,
  verified,
  context,
}: {
  lines: SummaryLine[];
  verified: boolean;
  context: DocumentContext;
}) {
  const { t, common, names } = context;
  const parts = seatsByType(lines);
  const count = seatCount(lines);
  const per = classroomScale(parts);
  return (
    <View style={{ width: 147, gap: 9 }}>
      <View style={{ flexDirection: 'row', alignItems: 'baseline', gap: 5 }}>
        <Text style={[display, { fontSize: 22, lineHeight: 1 }]}>{formatCount(count)}</Text>
        <Text>{t(verified ? 'adopted' : 'selected', { count })}</Text>
      </View>
      <Classroom parts={parts} adopted={verified} unit={1.55} />
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 10 }}>
        {parts.map(({ courseName, seats }) => (
          <Tag
            key={courseName}
            courseName={courseName}
            text={t('part', { seats: formatCount(seats), course: names.type(courseName) })}
          />
        ))}
      </View>
      {per > 1 && <Text style={styles.small}>{common('seatField.scale', { per })}</Text>}
    </View>
  );
}
