import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDateTimeWithZone } from '@/lib/core/dates';
import { Ledger, ledgerSheets } from './ledger';
import { languageOf, type Paper } from './paper';
import { Closing, EveryPage, Field, Head, Sponsor } from './parts';
import type { PaymentReceipt } from './rules';
import { display, styles } from './styles';

/** The width of the payment's fields, in points. */
const WIDTH = 147;

/** Everything a receipt prints: `address` is the page under /verify that confirms its adoption. */
type ReceiptProps = { receipt: PaymentReceipt; address: string; paper: Paper };

/** The receipt of a payment as an A4 document, made of the summary's parts. One of the sandbox says that no money was charged. */
export function ReceiptDocument({ receipt, address, paper }: ReceiptProps) {
  const { t } = paper;
  const { reference, sponsor, lines, paid } = receipt;
  const title = t('receiptOf', { reference });
  const note = {
    title: t(paid.test ? 'test' : 'paid'),
    text: t(paid.test ? 'testText' : 'receiptText', { company: sponsor.company }),
  };
  const sheets = ledgerSheets(lines, paper);
  return (
    <Document
      title={title}
      subject={t('receiptSubject', { company: sponsor.company })}
      author={paper.common('productName')}
      language={languageOf(paper)}
      creationDate={paid.at}
      modificationDate={paid.at}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: paper.textFace }]}>
          <EveryPage title={title} paper={paper} />
          {index === 0 && (
            <>
              <Head title={t('receipt')} facts={[[t('reference'), reference]]} paper={paper} />
              <View style={[styles.between, { marginBottom: 18 }]}>
                <Sponsor heading={t('paidBy')} of={receipt} paper={paper} />
                <Payment paid={paid} paper={paper} />
              </View>
            </>
          )}
          <Ledger lines={sheet} paper={paper} />
          {index === sheets.length - 1 && <Closing lines={lines} note={note} address={address} paper={paper} />}
        </Page>
      ))}
    </Document>
  );
}

function Payment({ paid, paper }: { paid: PaymentReceipt['paid']; paper: Paper }) {
  const { t, locale } = paper;
  return (
    <View style={{ width: WIDTH, gap: 8 }}>
      <Text style={[display, { fontSize: 13 }]}>{t('payment')}</Text>
      <Field label={t('transactionId')} value={paid.transactionId} width={WIDTH} paper={paper} />
      <Field label={t('method')} value={t(`methods.${paid.method}`)} width={WIDTH} paper={paper} />
      <Field label={t('paidAt')} value={formatDateTimeWithZone(paid.at, locale)} width={WIDTH} paper={paper} />
    </View>
  );
}
