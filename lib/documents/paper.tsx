import 'server-only';
import { Document, Page, Text, View } from '@react-pdf/renderer';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { periodOf } from '@/lib/adoption/core/period';
import { amountInWords } from './amount-in-words';
import { CertificateDocument } from './certificate';
import { partValues, type PaperData, type PaperMoney, type StatementData } from './paper-rules';
import { modeName } from './mode-name';
import { ItemsTable, paginateItems } from './items-table';
import { languageOf, type DocumentContext } from './context';
import { INK, INK_2 } from './palette';
import { Check, EveryPage, Field, Head, Note, Period, ToPay } from './parts';
import { display, MARGIN, PAGE, SIZE, styles } from './styles';

/**
 * An issued paper; `replaces` and `replacedBy` are the serials of the revisions before and after it, `isVoid` is true if
 * what it says is no longer true.
 */
export type PrintedPaper = {
  serial: string;
  issuedAt: Date;
  replaces: string | null;
  replacedBy: string | null;
  isVoid: boolean;
  data: PaperData;
};

/** Widths in points: the page without margins, a half of it, and one of three columns of fields. */
const WIDTH = PAGE - 2 * MARGIN;
const HALF = 247;
const THIRD = 158;
/** Height in points for lines on the first page, below the parties and the facts. */
const FIRST_PAGE = 250;

type PaperProps = { paper: PrintedPaper; url: string; context: DocumentContext };

/** A proforma invoice, receipt, credit note, cancellation or certificate as an A4 document. */
export function PaperDocument({ paper, url, context }: PaperProps) {
  const { paper: t, locale } = context;
  const { serial, issuedAt, data } = paper;
  const name = titleOf(data, context);
  if (data.kind === 'certificate') {
    const certificate = {
      serial,
      issuedAt,
      data,
      name,
      mark: markOf(paper, context),
      remark: remarkOf(paper, context),
    };
    return <CertificateDocument certificate={certificate} url={url} context={context} />;
  }
  const title = t('titleOf', { title: name, serial });
  const sheets = paginateItems(data.lines, context, FIRST_PAGE);
  return (
    <Document
      title={title}
      subject={t('subject', { reference: data.reference, company: data.sponsor.company })}
      author={data.body.legalName || context.common('productName')}
      language={languageOf(context)}
      creationDate={issuedAt}
      modificationDate={issuedAt}
    >
      {sheets.map((sheet, index) => (
        <Page key={index} size="A4" style={[styles.page, { fontFamily: context.textFont }]}>
          <EveryPage title={title} mark={markOf(paper, context)} context={context} />
          {index === 0 && (
            <>
              <Head
                title={name}
                facts={[
                  [t('number'), serial],
                  [t('date'), formatDate(issuedAt, locale)],
                ]}
                context={context}
              />
              <View style={{ gap: 16, marginBottom: 16 }}>
                <View style={styles.between}>
                  <Sponsor data={data} context={context} />
                  <Receiver body={data.body} context={context} />
                </View>
                <Amount data={data} context={context} />
                <Fields fields={factsOf(data, context)} context={context} />
              </View>
            </>
          )}
          <ItemsTable lines={sheet} all={data.lines} context={context} />
          {index === sheets.length - 1 && <PaperClosing paper={paper} data={data} url={url} context={context} />}
        </Page>
      ))}
    </Document>
  );
}

/** Returns the watermark of a paper: that it is not valid comes before that it was a test. */
function markOf({ isVoid, replacedBy, data }: PrintedPaper, { paper: t }: DocumentContext): string | undefined {
  if (isVoid) return t('voidMark');
  if (replacedBy) return t('replacedMark');
  return 'test' in data && data.test ? t('testMark') : undefined;
}

/** Returns why a paper does not hold, in one sentence; null if it does. */
function remarkOf({ isVoid, replacedBy }: PrintedPaper, { paper: t }: DocumentContext): string | null {
  if (replacedBy) return t('replacedBy', { serial: replacedBy });
  return isVoid ? t('void') : null;
}

/** A paper about money or the end of an adoption. */
type ListingData = Exclude<PaperData, { kind: 'certificate' }>;

/** Returns the name of a paper; without a receiving body, receipts are payment receipts. */
function titleOf({ kind, body }: PaperData, { paper: t }: DocumentContext): string {
  return t(`title.${kind === 'receipt' && !body.legalName ? 'payment_receipt' : kind}`);
}

type FieldText = readonly [label: string, value: string | undefined];

/** Fields in three columns, without those that have no value. */
function Fields({ fields, context }: { fields: readonly FieldText[]; context: DocumentContext }) {
  return (
    <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 20, rowGap: 8 }}>
      {fields.map(
        ([label, value]) => value && <Field key={label} label={label} value={value} width={THIRD} context={context} />,
      )}
    </View>
  );
}

type PartyProps = { heading: string; name: string; lines: readonly (string | undefined)[]; context: DocumentContext };

/** A party of a paper: heading, name, and lines without empty ones. */
export function Party({ heading, name, lines, context: { fit } }: PartyProps) {
  return (
    <View style={{ width: HALF, gap: 2 }}>
      <Text style={styles.small}>{heading}</Text>
      <Text style={[display, { fontSize: 13, marginBottom: 3 }]}>
        {fit(name, { width: HALF, size: 13, weight: 600 })}
      </Text>
      {lines.map((line, index) => line && <Text key={index}>{fit(line, { width: HALF, size: SIZE })}</Text>)}
    </View>
  );
}

/** What papers show of a company below its name. */
export const companyLines = (details: PaperData['details'] | undefined, { paper: t }: DocumentContext) => [
  details?.address,
  details?.cin && `${t(details.kind === 'llp' ? 'llpin' : 'cin')}: ${details.cin}`,
  details?.pan && `${t('pan')}: ${details.pan}`,
  details?.gstin && `${t('gstin')}: ${details.gstin}`,
  details?.csr_contact && `${t('csrContact')}: ${details.csr_contact}`,
  details?.purchase_order && `${t('purchaseOrder')}: ${details.purchase_order}`,
];

function Sponsor({ data: { kind, sponsor, details }, context }: { data: PaperData; context: DocumentContext }) {
  const { paper: t } = context;
  const lines = [
    ...companyLines(details, context),
    sponsor.fullName && `${t('contact')}: ${sponsor.fullName}`,
    sponsor.email && `${t('email')}: ${sponsor.email}`,
  ];
  return (
    <Party heading={t(`to.${kind}`)} name={details?.legal_name || sponsor.company} lines={lines} context={context} />
  );
}

/** The receiving body, with its PAN and registrations; nothing until its legal name is known. */
export function Receiver({ body, context }: { body: StatementData['body']; context: DocumentContext }) {
  const { paper: t, locale } = context;
  if (!body.legalName) return null;
  const registrations = body.registrations.map(({ name, number, validUntil }) => {
    if (!validUntil) return `${name}: ${number}`;
    return `${name}: ${t('validUntil', { number, date: formatDate(indianDay(validUntil), locale) })}`;
  });
  const lines = [body.address, body.pan && `${t('pan')}: ${body.pan}`, ...registrations];
  return <Party heading={t('receiver')} name={body.legalName} lines={lines} context={context} />;
}

/** The amount that the paper is about, in figures and words; nothing for a cancellation. */
function Amount({ data, context }: { data: ListingData; context: DocumentContext }) {
  const { paper: t, fit, locale } = context;
  if (data.kind === 'cancellation') return null;
  const part = partOf(data, context);
  const amount = t(`amount.${data.kind}`);
  const paise = data.kind === 'proforma' ? data.duePaise : grossOf(data.money);
  return (
    <View style={{ borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 7, gap: 3 }}>
      <View style={[styles.between, { alignItems: 'baseline' }]}>
        <Text style={[styles.strong, { fontSize: 11 }]}>{part ? t('partOf', { amount, part }) : amount}</Text>
        <Text style={[display, { fontSize: 20, lineHeight: 1 }]}>{formatINR(paise)}</Text>
      </View>
      <Text style={{ color: INK_2 }}>{fit(amountInWords(paise, locale), { width: WIDTH, size: SIZE })}</Text>
    </View>
  );
}

/** Which part of the whole a receipt is for, such as 'Part 1 of 2'; undefined if it is the whole. */
function partOf(data: ListingData, { paper: t }: DocumentContext): string | undefined {
  return data.kind === 'receipt' && data.part ? t('part', partValues(data.part)) : undefined;
}

const grossOf = ({ amountPaise, tdsPaise }: Pick<PaperMoney, 'amountPaise' | 'tdsPaise'>) => amountPaise + tdsPaise;

type Received = { receivedPaise: number; withheldPaise?: number };

function factsOf(data: ListingData, context: DocumentContext): FieldText[] {
  const { paper: t, locale } = context;
  const date = (day: string) => formatDate(indianDay(day), locale);
  const adoption = [t('adoption'), data.reference] as const;
  const ifAny = (label: string, paise: number) => [label, paise > 0 ? formatINR(paise) : undefined] as const;
  /** Tax withheld counts as received and did not arrive. */
  const receivedOf = ({ receivedPaise, withheldPaise = 0 }: Received, label: string) => [
    ifAny(label, receivedPaise - withheldPaise),
    ifAny(t('amount.tds'), withheldPaise),
  ];
  switch (data.kind) {
    case 'proforma':
      return [adoption, ...receivedOf(data, t('amount.received'))];
    case 'receipt': {
      const { mode, reference, on, amountPaise, tdsPaise, payer, payerBank } = data.money;
      return [
        adoption,
        [t('mode'), modeName(mode, t)],
        [t('bankReference'), reference],
        [t('creditedOn'), date(on)],
        [t('payer'), payer],
        [t('payerBank'), payerBank],
        [t('amount.net'), tdsPaise > 0 ? formatINR(amountPaise) : undefined],
        ifAny(t('amount.tds'), tdsPaise),
        ...(data.part
          ? ([
              [t('amount.soFar'), formatINR(data.part.receivedPaise)],
              ifAny(t('amount.tdsSoFar'), data.part.tdsPaise),
              ifAny(t('amount.paidBack'), data.part.refundedPaise),
              [t('amount.due'), formatINR(data.part.duePaise)],
            ] as const)
          : []),
      ];
    }
    case 'credit_note': {
      const { mode, reference, on } = data.money;
      return [
        adoption,
        [t('mode'), modeName(mode, t)],
        [t('bankReference'), reference],
        [t('paidOn'), date(on)],
        ...concernedBy(data, context),
      ];
    }
    case 'cancellation':
      return [
        adoption,
        [t(`ended.${data.cause}`), date(data.on)],
        ...receivedOf(data, t('amount.back')),
        ...concernedBy(data, context),
      ];
  }
}

/** The papers that a credit note or cancellation concerns, in one field. */
function concernedBy(
  data: PaperData & { kind: 'credit_note' | 'cancellation' },
  context: DocumentContext,
): FieldText[] {
  const { paper: t, locale } = context;
  const papers = data.concerns.map(({ kind, serial, on }) =>
    t('concern', {
      title: titleOf({ ...data, kind } as PaperData, context),
      serial,
      date: formatDate(indianDay(on), locale),
    }),
  );
  return [[t('concerns'), papers.length > 0 ? papers.join('; ') : undefined]];
}

/** How a proforma is paid: what is due, until when, and the parts. */
function ProformaToPay({ data, context }: { data: PaperData & { kind: 'proforma' }; context: DocumentContext }) {
  const { paper: t, locale } = context;
  const date = (day: string) => formatDate(indianDay(day), locale);
  const parts = (data.instalments ?? []).map(
    ({ on, paise }, at) => [t('pay.part', { number: at + 1, date: date(on) }), formatINR(paise)] as const,
  );
  return (
    <ToPay
      paise={data.duePaise}
      until={data.validUntil ? date(data.validUntil) : undefined}
      reference={data.reference}
      body={data.body}
      others={parts}
      context={context}
    />
  );
}

/**
 * The total of the lines, how to pay, and, at the end of the page, the note, the signatory, and how to verify the paper; never split
 * across pages.
 */
function PaperClosing({ paper, data, url, context }: PaperProps & { data: ListingData }) {
  const { paper: t, fit } = context;
  const { replaces } = paper;
  return (
    <View wrap={false} style={styles.closing}>
      <View
        style={[styles.between, { alignItems: 'baseline', borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 7 }]}
      >
        <Text style={styles.strong}>{t('amount.total')}</Text>
        <Text style={[styles.strong, { fontSize: 11 }]}>{formatINR(data.totalPaise)}</Text>
      </View>
      {/* Papers about money for the seats also say what these cost until their courses end. */}
      <Period
        {...periodOf(
          data.lines,
          data.kind === 'proforma' || data.kind === 'receipt' ? (data.coursesPaise ?? null) : null,
        )}
        context={context}
      />
      {data.kind === 'proforma' && <ProformaToPay data={data} context={context} />}
      <View style={[styles.between, styles.foot]}>
        <View style={{ gap: 6 }}>
          <Note {...noteOf(data, context)} context={context} />
          {[
            data.kind === 'receipt' && !data.body.legalName && t('noTax'),
            replaces && t('replaces', { serial: replaces }),
            remarkOf(paper, context),
          ].map((text) => text && <Text key={text}>{fit(text, { width: NOTE_WIDTH, size: SIZE })}</Text>)}
          <Signatory body={data.body} context={context} />
        </View>
        <Check url={url} text={t('check')} context={context} />
      </View>
    </View>
  );
}

/** Width of `Note` in points. */
const NOTE_WIDTH = 180;

/** Who signs for the receiving body. */
export function Signatory({ body, context }: { body: StatementData['body']; context: DocumentContext }) {
  if (!body.legalName || !body.signatory) return null;
  return <Field label={context.paper('signatory')} value={body.signatory} width={NOTE_WIDTH} context={context} />;
}

function noteOf(data: ListingData, context: DocumentContext): { title: string; text: string } {
  const { paper: t } = context;
  if ('test' in data && data.test) return { title: t('test.title'), text: t('test.text') };
  const part = partOf(data, context);
  if (part)
    return { title: t('note.receipt.title'), text: t('note.receipt.part', { part, reference: data.reference }) };
  const note = data.kind === 'cancellation' ? data.cause : data.kind;
  return { title: t(`note.${note}.title`), text: t(`note.${note}.text`, { reference: data.reference }) };
}
