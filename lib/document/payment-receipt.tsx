import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { momentInIndia } from '@/lib/core/moment';
import { texts } from '@/lib/text/server';
import type { Fit } from './fonts';
import { Ledger, ledgerSheets } from './ledger';
import { Closing, EveryPage, Field, Head, Sponsor } from './parts';
import type { PaymentReceipt } from './rules';
import { display, styles } from './styles';

/** The width of the payment's fields, in points. */
const WIDTH = 147;

/** Everything a receipt prints: `address` is the page under /verify that confirms its adoption. */
type ReceiptProps = { receipt: PaymentReceipt; address: string; fit: Fit };

/** The receipt of a payment as an A4 document, made of the summary's parts. One of the sandbox says that no money was charged. */
export function ReceiptDocument({ receipt, address, fit }: ReceiptProps) {
  const t = texts('en', 'document');
  const { reference, sponsor, lines, paid } = receipt;
  const title = t('receiptOf', { reference });
  const note = {
    title: t(paid.test ? 'test' : 'paid'),
    text: t(paid.test ? 'testText' : 'receiptText', { company: sponsor.company }),
  };
  const sheets = ledgerSheets(lines, fit);
  return (
    <Document
      title={title}
      subject={t('receiptSubject', { company: sponsor.company })}
      author={texts('en', 'common')('productName')}
      language="en-IN"
      creationDate={paid.at}
      modificationDate={paid.at}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={styles.page}>
          <EveryPage title={title} />
          {index === 0 && (
            <>
              <Head title={t('receipt')} facts={[[t('reference'), reference]]} />
              <View style={[styles.between, { marginBottom: 18 }]}>
                <Sponsor heading={t('paidBy')} sponsor={sponsor} fit={fit} />
                <Payment paid={paid} fit={fit} />
              </View>
            </>
          )}
          <Ledger lines={sheet} fit={fit} />
          {index === sheets.length - 1 && <Closing lines={lines} note={note} address={address} fit={fit} />}
        </Page>
      ))}
    </Document>
  );
}

function Payment({ paid, fit }: { paid: PaymentReceipt['paid']; fit: Fit }) {
  const t = texts('en', 'document');
  return (
    <View style={{ width: WIDTH, gap: 8 }}>
      <Text style={[display, { fontSize: 13 }]}>{t('payment')}</Text>
      <Field label={t('transactionId')} value={paid.transactionId} width={WIDTH} fit={fit} />
      <Field label={t('method')} value={t(`methods.${paid.method}`)} width={WIDTH} fit={fit} />
      <Field label={t('paidAt')} value={momentInIndia(paid.at, 'en')} width={WIDTH} fit={fit} />
    </View>
  );
}
