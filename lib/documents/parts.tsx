import 'server-only';
import { Link, Text, View } from '@react-pdf/renderer';
import type { ReactNode } from 'react';
import { SPONSOR_FIELDS } from '@/lib/adoption/core/schema';
import { periodOf, periodText, type SumPeriod } from '@/lib/adoption/core/period';
import { formatINR, sumTotals } from '@/lib/platform/money';
import { QrCode, SeatMark, Weave } from './illustrations';
import { INK, INK_2, LINK, ON_NEEL_2 } from './palette';
import type { DocumentContext } from './context';
import type { Summary, SummaryLine } from '@/lib/adoption/core/summary';
import type { Settings } from '@/lib/settings/schema';
import { display, MARGIN, PAGE, SIZE, styles } from './styles';

/** Widths in points: a sponsor field, the note at the end, and the text beside the QR code. */
const FIELD = 160;
const NOTE = 180;
const CHECK = 211;
/** One of three columns in the frame of ToPay. */
const TO_PAY = 148;

type EveryPageProps = {
  title: string;
  mark?: string;
  /** Whether the page is in landscape format. */
  isLong?: boolean;
  context: DocumentContext;
};

/** The repeated parts of a page: a watermark (`mark`), the page number and, from the second page, the title. */
export function EveryPage({ title, mark, isLong = false, context: { t } }: EveryPageProps) {
  return (
    <>
      {mark && (
        <Text fixed style={isLong ? [styles.mark, styles.markOfLong] : styles.mark}>
          {mark}
        </Text>
      )}
      <Text fixed style={[styles.edge, { top: 26 }]} render={({ pageNumber }) => (pageNumber > 1 ? title : '')} />
      <Text
        fixed
        style={[styles.edge, { bottom: 24, textAlign: 'right' }]}
        render={({ pageNumber, totalPages }) => t('page', { page: pageNumber, pages: totalPages })}
      />
    </>
  );
}

type HeadProps = {
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** Of the page, in points. */
  width?: number;
  context: DocumentContext;
};

/** The header of the first page: product, title, and facts such as reference and date. */
export function Head({ title, facts, width = PAGE, context }: HeadProps) {
  return (
    <View style={styles.head}>
      <View style={{ paddingHorizontal: MARGIN, paddingTop: 24, paddingBottom: 18, gap: 16 }}>
        <View style={{ flexDirection: 'row', alignItems: 'center', gap: 7 }}>
          <SeatMark size={14} />
          <Text style={[display, { fontSize: 12, lineHeight: 1 }]}>{context.common('productName')}</Text>
        </View>
        <View style={[styles.between, { alignItems: 'flex-end' }]}>
          <Text style={[display, { fontSize: 30, lineHeight: 1 }]}>{title}</Text>
          <View style={{ flexDirection: 'row', gap: 20 }}>
            {facts.map(([label, value]) => (
              <View key={label}>
                <Text style={{ fontSize: 7.5, color: ON_NEEL_2 }}>{label}</Text>
                <Text style={[styles.strong, { fontSize: 11, fontFeatureSettings: ['tnum'] }]}>{value}</Text>
              </View>
            ))}
          </View>
        </View>
      </View>
      <Weave width={width} height={8} />
    </View>
  );
}

type FieldProps = { label: string; value: string; width: number; size?: number; context: DocumentContext };

/** A value below its label, `width` points wide. */
export function Field({ label, value, width, size = SIZE, context: { fit } }: FieldProps) {
  return (
    <View style={{ width }}>
      <Text style={styles.small}>{label}</Text>
      <Text style={[styles.strong, { fontSize: size }]}>{fit(value, { width, size, weight: 600 })}</Text>
    </View>
  );
}

const CONFIRMED_BY = { email: 'confirmedByEmail', phone: 'confirmedByPhone' } as const;

type SponsorProps = { heading: string; of: Pick<Summary, 'sponsor' | 'confirmedBy'>; context: DocumentContext };

/** The sponsor fields, without empty ones, and the contact that was verified. */
export function Sponsor({ heading, of: { sponsor, confirmedBy: proven }, context }: SponsorProps) {
  const width = 2 * FIELD + 20;
  return (
    <View style={{ width, gap: 10 }}>
      <Text style={[display, { fontSize: 13 }]}>{heading}</Text>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 20, rowGap: 8 }}>
        {SPONSOR_FIELDS.filter((field) => sponsor[field] !== '').map((field) => {
          // In Hindi, the phone has a shorter label here than in the form.
          const label = field === 'phone' ? context.t('phone') : context.form(field);
          return <Field key={field} label={label} value={sponsor[field]} width={FIELD} context={context} />;
        })}
      </View>
      {proven && (
        <Text style={styles.small}>
          {context.fit(context.t(CONFIRMED_BY[proven.channel], { contact: proven.contact }), { width, size: 7.5 })}
        </Text>
      )}
    </View>
  );
}

type ToPayProps = {
  /** In paise: what is due next. */
  paise: number;
  /** The last day, as text. */
  until?: string;
  /** The reference to quote. */
  reference: string;
  body: Pick<Settings['body'], 'accountName' | 'accountNumber' | 'ifsc' | 'bankName' | 'legalName'>;
  /** Further fields, such as parts. */
  others?: readonly (readonly [label: string, value: string])[];
  children?: ReactNode;
  context: DocumentContext;
};

/** How to transfer money: the amount, the last day, the account and the reference, large enough to type from. */
export function ToPay({ paise, until, reference, body, others = [], children, context }: ToPayProps) {
  const { paper: t, fit } = context;
  const { accountName, accountNumber, ifsc, bankName, legalName } = body;
  const hasAccount = accountNumber !== '' && ifsc !== '';
  const fields = [
    [t('amount.proforma'), formatINR(paise)],
    [t('pay.until'), until],
    [t('pay.quote'), reference],
    ...(hasAccount
      ? ([
          [t('pay.accountName'), accountName || legalName],
          [t('pay.accountNumber'), accountNumber],
          [t('pay.ifsc'), ifsc],
          [t('pay.bank'), bankName],
        ] as const)
      : []),
    ...others,
  ] as const;
  return (
    <View style={{ marginTop: 22, padding: 14, borderWidth: 1, borderColor: INK, gap: 10 }}>
      <Text style={[display, { fontSize: 13 }]}>{t('pay.title')}</Text>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 18, rowGap: 10 }}>
        {fields.map(
          ([label, value]) =>
            value && <Field key={label} label={label} value={value} width={TO_PAY} size={11} context={context} />,
        )}
      </View>
      {!hasAccount && <Text>{fit(t('pay.missing'), { width: 3 * TO_PAY + 36, size: SIZE })}</Text>}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {children}
    </View>
  );
}

type NoteProps = { title: string; text: string; context: DocumentContext };

type ClosingProps = {
  lines: readonly SummaryLine[];
  note: { title: string; text: string };
  /** The page under /verify that confirms the document; null in a draft. */
  url: string | null;
  /** Another page that the document is about, such as the shared cart of a proposal. */
  link?: { url: string; title: string; text: string };
  /** What the seats cost until their courses end, in paise, where the lines do not tell it. */
  coursesPaise?: number | null;
  /** What stands below the total. */
  children?: ReactNode;
  context: DocumentContext;
};

/** The total, the payment note and, at the end of the page, how to verify the document; never split across pages. */
export function Closing({ lines, note, url, link, coursesPaise, children, context }: ClosingProps) {
  const { t } = context;
  return (
    <View wrap={false} style={styles.closing}>
      <View
        style={[styles.between, { alignItems: 'baseline', borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 7 }]}
      >
        <Text style={[styles.strong, { fontSize: 11 }]}>{t('totalAmount')}</Text>
        <Text style={[display, { fontSize: 20, lineHeight: 1 }]}>{formatINR(sumTotals(lines))}</Text>
      </View>
      <Period {...periodOf(lines, coursesPaise ?? undefined)} context={context} />
      {children}
      <View style={[styles.between, styles.foot]}>
        <Note {...note} context={context} />
        {url && <Check url={url} text={t('checkText')} context={context} />}
        {link && <Check {...link} context={context} />}
      </View>
    </View>
  );
}

/** What a sum is for, below it. */
export function Period({ context, ...period }: SumPeriod & { context: DocumentContext }) {
  const text = periodText(context.common, period, 2);
  return (
    <Text style={[styles.small, { textAlign: 'right', marginTop: 3 }]}>
      {context.fit(text, { width: PAGE - 2 * MARGIN, size: styles.small.fontSize })}
    </Text>
  );
}

/** A note, and an explanation of question marks if characters are missing. */
export function Note({ title, text, context: { t, fit, lacksCharacters } }: NoteProps) {
  return (
    <View style={{ width: NOTE, gap: 3 }}>
      <Text style={styles.strong}>{fit(title, { width: NOTE, size: SIZE, weight: 600 })}</Text>
      <Text style={{ color: INK_2 }}>{fit(text, { width: NOTE, size: SIZE })}</Text>
      {lacksCharacters && <Text style={styles.small}>{fit(t('lacking'), { width: NOTE, size: 7.5 })}</Text>}
    </View>
  );
}

type CheckProps = { url: string; title?: string; text: string; context: DocumentContext };

/** The QR code of a page, by default under /verify, and what that page says. */
export function Check({ url, title, text, context: { t, fit } }: CheckProps) {
  return (
    <View style={{ flexDirection: 'row', gap: 8 }}>
      <QrCode url={url} side={92} />
      <View style={{ width: CHECK, gap: 3 }}>
        <Text style={styles.strong}>{fit(title ?? t('check'), { width: CHECK, size: SIZE, weight: 600 })}</Text>
        <Text style={{ color: INK_2 }}>{fit(text, { width: CHECK, size: SIZE })}</Text>
        <Link src={url} style={{ color: LINK, fontSize: 7.5 }}>
          {fit(url, { width: CHECK, size: 7.5 })}
        </Link>
      </View>
    </View>
  );
}
