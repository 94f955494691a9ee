import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDate, formatDateTimeWithZone } from '@/lib/platform/dates';
import type { SummaryLine } from '@/lib/adoption/core/summary';
import type { Settings } from '@/lib/settings/schema';
import { languageOf, type DocumentContext } from './context';
import { ItemsTable, paginateItems } from './items-table';
import { Party, Receiver } from './paper';
import { Closing, EveryPage, Field, Head } from './parts';
import { PAGE, MARGIN, SIZE, styles } from './styles';

/** Seats that are reserved for a sponsor who continues, at their promised prices. */
export type RenewalOffer = {
  date: Date;
  until: Date;
  company: string;
  email: string;
  lines: SummaryLine[];
  /** Who receives the money; settingsSchemas.body. */
  body: Settings['body'];
};

/** Widths in points: the page without margins, and a field. */
const WIDTH = PAGE - 2 * MARGIN;
const FIELD = 118;

type RenewalProps = {
  offer: RenewalOffer;
  /** The page that puts the seats into the cart. */
  url: string;
  context: DocumentContext;
};

/**
 * A renewal as an A4 document, for the approval of the next year's amount. It has no number, and there is no reference to
 * quote yet: the numbered proforma follows with the adoption.
 */
export function RenewalDocument({ offer, url, context }: RenewalProps) {
  const { t, paper, fit, locale } = context;
  const { date, until, company, email, lines, body } = offer;
  const title = t('renewal.title');
  const sheets = paginateItems(lines, context);
  const account = [
    [paper('pay.accountName'), body.accountName || body.legalName],
    [paper('pay.accountNumber'), body.accountNumber],
    [paper('pay.ifsc'), body.ifsc],
    [paper('pay.bank'), body.bankName],
  ] as const;
  return (
    <Document
      title={title}
      author={body.legalName || context.common('productName')}
      language={languageOf(context)}
      creationDate={date}
      modificationDate={date}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage title={title} context={context} />
          {index === 0 && (
            <>
              <Head
                title={title}
                facts={[
                  [t('date'), formatDate(date, locale)],
                  [t('renewal.until'), formatDate(until, locale)],
                ]}
                context={context}
              />
              <View style={{ gap: 16, marginBottom: 16 }}>
                <View style={styles.between}>
                  <Party
                    heading={paper('to.proforma')}
                    name={company}
                    lines={[`${paper('email')}: ${email}`]}
                    context={context}
                  />
                  <Receiver body={body} context={context} />
                </View>
                <Text>
                  {fit(t('renewal.text', { until: formatDateTimeWithZone(until, locale) }), {
                    width: WIDTH,
                    size: SIZE,
                  })}
                </Text>
                {body.accountNumber && (
                  <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 14, rowGap: 8 }}>
                    {account.map(
                      ([label, value]) =>
                        value && <Field key={label} label={label} value={value} width={FIELD} context={context} />,
                    )}
                  </View>
                )}
              </View>
            </>
          )}
          <ItemsTable lines={sheet} all={lines} context={context} />
          {index === sheets.length - 1 && (
            <Closing
              lines={lines}
              note={{ title: t('renewal.noteTitle'), text: t('renewal.note') }}
              url={null}
              link={{ url, title: t('renewal.link'), text: t('renewal.linkText') }}
              context={context}
            />
          )}
        </Page>
      ))}
    </Document>
  );
}
