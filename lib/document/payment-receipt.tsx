import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDateTimeWithZone } from '@/lib/core/dates';
import { ItemsTable, paginateItems } from './items-table';
import { languageOf, type DocumentContext } from './context';
import { Closing, EveryPage, Field, Head, Sponsor } from './parts';
import type { PaymentReceipt } from './rules';
import { display, styles } from './styles';

/** Width of the payment fields, in points. */
const WIDTH = 147;

/** Props of a receipt; `url` is the page under /verify that confirms its adoption. */
type ReceiptProps = { receipt: PaymentReceipt; url: string; context: DocumentContext };

/** The receipt of a payment as an A4 document. A receipt of the sandbox states that no money was charged. */
export function ReceiptDocument({ receipt, url, context }: ReceiptProps) {
  const { t } = context;
  const { reference, sponsor, lines, paid } = receipt;
  const title = t('receiptOf', { reference });
  const note = {
    title: t(paid.test ? 'test' : 'paid'),
    text: t(paid.test ? 'testText' : 'receiptText', { company: sponsor.company }),
  };
  const sheets = paginateItems(lines, context);
  return (
    <Document
      title={title}
      subject={t('receiptSubject', { company: sponsor.company })}
      author={context.common('productName')}
      language={languageOf(context)}
      creationDate={paid.at}
      modificationDate={paid.at}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage title={title} context={context} />
          {index === 0 && (
            <>
              <Head title={t('receipt')} facts={[[t('reference'), reference]]} context={context} />
              <View style={[styles.between, { marginBottom: 18 }]}>
                <Sponsor heading={t('paidBy')} of={receipt} context={context} />
                <Payment paid={paid} context={context} />
              </View>
            </>
          )}
          <ItemsTable lines={sheet} all={lines} context={context} />
          {index === sheets.length - 1 && <Closing lines={lines} note={note} url={url} context={context} />}
        </Page>
      ))}
    </Document>
  );
}

function Payment({ paid, context }: { paid: PaymentReceipt['paid']; context: DocumentContext }) {
  const { t, locale } = context;
  return (
    <View style={{ width: WIDTH, gap: 8 }}>
      <Text style={[display, { fontSize: 13 }]}>{t('payment')}</Text>
      <Field label={t('transactionId')} value={paid.transactionId} width={WIDTH} context={context} />
      <Field label={t('method')} value={t(`methods.${paid.method}`)} width={WIDTH} context={context} />
      <Field label={t('paidAt')} value={formatDateTimeWithZone(paid.at, locale)} width={WIDTH} context={context} />
    </View>
  );
}
