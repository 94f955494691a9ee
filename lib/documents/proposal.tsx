import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDate, formatDateTimeWithZone } from '@/lib/platform/dates';
import { formatINR, sumTotals } from '@/lib/platform/money';
import { languageOf, type DocumentContext } from './context';
import { ItemsTable, paginateItems } from './items-table';
import { Closing, EveryPage, Head } from './parts';
import type { Proposal } from '@/lib/selection/shared-cart/schema';
import { display, SIZE, styles } from './styles';
import { Seats } from './summary';

/** Width in points of the explanation. */
const TEXT = 320;

/**
 * A shared cart as an A4 document: prices and seats of its date. Its QR code leads to the shared cart; it has neither
 * reference nor anything else that could be taken for a verified adoption.
 */
export function ProposalDocument({
  proposal,
  url,
  context,
}: {
  proposal: Proposal;
  /** The page of the shared cart. */
  url: string;
  context: DocumentContext;
}) {
  const { t, fit, locale } = context;
  const { date, expiresAt, lines, by } = proposal;
  const who = [by.sender, by.company].filter(Boolean).join(', ') || t('proposal.somebody');
  const paragraph = (text: string) => <Text key={text}>{fit(text, { width: TEXT, size: SIZE })}</Text>;
  const title = t('proposal.title');
  const facts = [
    [t('date'), formatDate(date, locale)],
    [t('proposal.until'), formatDate(expiresAt, locale)],
  ] as const;
  const sheets = paginateItems(lines, context);
  return (
    <Document
      title={title}
      author={context.common('productName')}
      language={languageOf(context)}
      creationDate={date}
      modificationDate={date}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage title={title} context={context} />
          {index === 0 && (
            <>
              <Head title={title} facts={facts} context={context} />
              <View style={[styles.between, { marginBottom: 18 }]}>
                <View style={{ width: TEXT, gap: 6 }}>
                  <Text style={[display, { fontSize: 13 }]}>{t('proposal.heading')}</Text>
                  {paragraph(t('proposal.text', { who, moment: formatDateTimeWithZone(date, locale) }))}
                  {[
                    ...(by.note === '' ? [] : [t('proposal.noteOf', { note: by.note })]),
                    ...factsOf(proposal, context),
                  ].map(paragraph)}
                </View>
                <Seats lines={lines} verified={false} context={context} />
              </View>
            </>
          )}
          <ItemsTable lines={sheet} context={context} />
          {index === sheets.length - 1 && (
            <Closing
              lines={lines}
              note={{ title: t('proposal.noteTitle'), text: noteOf(proposal, context) }}
              url={null}
              link={{ url, title: t('proposal.link'), text: t('proposal.linkText') }}
              context={context}
            />
          )}
        </Page>
      ))}
    </Document>
  );
}

/** Returns the receiver of the money, and what was decided. */
function factsOf({ receiver, decisions }: Proposal, { t, locale }: DocumentContext): string[] {
  return [
    ...(receiver
      ? [
          t('proposal.receiver', { name: receiver.legalName }),
          ...receiver.registrations.map(({ name, number }) => `${name}: ${number}`),
        ]
      : []),
    ...decisions.map(({ decision, name, note, at }) =>
      [t(`proposal.${decision}`, { name, date: formatDate(at, locale) }), note].filter(Boolean).join(' '),
    ),
    ...(decisions.length > 0 ? [t('proposal.binding')] : []),
  ];
}

/** Returns what differs from the cart as it was shared. */
function noteOf({ sharedAt, lines, sharedPaise, reduced, omitted }: Proposal, { t, locale }: DocumentContext): string {
  const shared = { date: formatDate(sharedAt, locale), amount: formatINR(sharedPaise) };
  return [
    sharedPaise === sumTotals(lines) && reduced + omitted === 0
      ? t('proposal.same', shared)
      : t('proposal.differs', shared),
    ...(reduced > 0 ? [t('proposal.reduced', { count: reduced })] : []),
    ...(omitted > 0 ? [t('proposal.omitted', { count: omitted })] : []),
  ].join(' ');
}
