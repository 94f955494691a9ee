import 'server-only';
import { Document, Link, Page, Text, View } from '@react-pdf/renderer';
import { figure } from '@/lib/core/figure';
import { formatINR, sumTotals } from '@/lib/core/money';
import { getTranslations } from '@/lib/text/server';
import { Classroom, classroomScale, QrCode, SeatMark, Weave } from './drawings';
import type { Fit } from './fonts';
import { Ledger, ledgerSheets, Tag } from './ledger';
import { INK, INK_2, LINK, ON_NEEL_2 } from './palette';
import { isoDate, seatCount, seatsByType, type Summary, type SummaryLine } from './rules';
import { display, MARGIN, PAGE, SIZE, styles } from './styles';

/** Widths in points: a sponsor's field, and the words beside the QR code. */
const FIELD = 160;
const CHECK = 211;

/** Everything a summary prints: `address` is its page under /verify, null in a draft. */
type Sheet = { summary: Summary; address: string | null; fit: Fit };

/** The adoption summary as an A4 document. Amounts in rupees with two decimals. It names no image and no address to fetch. */
export function SummaryDocument(sheet: Sheet) {
  const t = getTranslations('document');
  const { summary, fit } = sheet;
  const { reference, date, sponsor } = summary;
  const sheets = ledgerSheets(summary.lines, fit);
  return (
    <Document
      title={reference ? t('titleOf', { reference }) : `${t('title')} (${t('draftMark')})`}
      subject={reference ? t('subject', { company: sponsor.company }) : undefined}
      author={getTranslations('common')('productName')}
      language="en-IN"
      creationDate={date}
      modificationDate={date}
    >
      {sheets.map((lines, index) => (
        <Page key={index} size="A4" style={styles.page}>
          <EveryPage reference={reference} />
          {index === 0 && <Opening {...sheet} />}
          <Ledger lines={lines} fit={fit} />
          {index === sheets.length - 1 && <Closing {...sheet} />}
        </Page>
      ))}
    </Document>
  );
}

/** What every page carries: a draft's mark, the page's number and, after the first, a title, so that a loose sheet can be put back. */
function EveryPage({ reference }: { reference: string | null }) {
  const t = getTranslations('document');
  const title = reference ? t('titleOf', { reference }) : t('title');
  return (
    <>
      {reference === null && (
        <Text fixed style={styles.mark}>
          {t('draftMark')}
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

function Opening({ summary: { reference, date, sponsor, lines }, fit }: Sheet) {
  return (
    <>
      <Head reference={reference} date={date} />
      <View style={[styles.between, { marginBottom: 18 }]}>
        <Sponsor sponsor={sponsor} verified={reference !== null} fit={fit} />
        <Seats lines={lines} verified={reference !== null} />
      </View>
    </>
  );
}

function Head({ reference, date }: { reference: string | null; date: Date }) {
  const t = getTranslations('document');
  const facts = [...(reference ? [[t('reference'), reference]] : []), [t('date'), isoDate(date)]];
  return (
    <View style={styles.head}>
      <View style={{ paddingHorizontal: MARGIN, paddingTop: 24, paddingBottom: 18, gap: 16 }}>
        <View style={{ flexDirection: 'row', alignItems: 'center', gap: 7 }}>
          <SeatMark size={14} />
          <Text style={[display, { fontSize: 12, lineHeight: 1 }]}>{getTranslations('common')('productName')}</Text>
        </View>
        <View style={[styles.between, { alignItems: 'flex-end' }]}>
          <Text style={[display, { fontSize: 30, lineHeight: 1 }]}>{t('title')}</Text>
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
      <Weave width={PAGE} height={8} />
    </View>
  );
}

function Sponsor({ sponsor, verified, fit }: { sponsor: Summary['sponsor']; verified: boolean; fit: Fit }) {
  const t = getTranslations('document');
  const fields = ['fullName', 'designation', 'email', 'phone', 'company', 'industry'] as const;
  return (
    <View style={{ width: 2 * FIELD + 20, gap: 10 }}>
      <Text style={[display, { fontSize: 13 }]}>{t(verified ? 'adoptedBy' : 'wantedBy')}</Text>
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 20, rowGap: 8 }}>
        {fields.map((field) => (
          <View key={field} style={{ width: FIELD }}>
            <Text style={styles.small}>{t(field)}</Text>
            <Text style={styles.strong}>{fit(sponsor[field], { width: FIELD, size: SIZE, weight: 600 })}</Text>
          </View>
        ))}
      </View>
    </View>
  );
}

function Seats({ lines, verified }: { lines: SummaryLine[]; verified: boolean }) {
  const t = getTranslations('document');
  const parts = seatsByType(lines);
  const count = seatCount(lines);
  const per = classroomScale(parts);
  return (
    <View style={{ width: 147, gap: 9 }}>
      <View style={{ flexDirection: 'row', alignItems: 'baseline', gap: 5 }}>
        <Text style={[display, { fontSize: 22, lineHeight: 1 }]}>{figure(count)}</Text>
        <Text>{t(verified ? 'adopted' : 'selected', { count })}</Text>
      </View>
      <Classroom parts={parts} adopted={verified} unit={1.55} />
      <View style={{ flexDirection: 'row', flexWrap: 'wrap', columnGap: 10 }}>
        {parts.map(({ courseName, seats }) => (
          <Tag
            key={courseName}
            courseName={courseName}
            text={t('part', { seats: figure(seats), course: courseName })}
          />
        ))}
      </View>
      {per > 1 && <Text style={styles.small}>{getTranslations('common')('seatField.scale', { per })}</Text>}
    </View>
  );
}

/** The sum, what it does not claim, and how to check the sheet; never torn apart by a page's end. */
function Closing({ summary, address, fit }: Sheet) {
  const t = getTranslations('document');
  const { company } = summary.sponsor;
  const verified = summary.reference !== null;
  return (
    <View wrap={false}>
      <View
        style={[styles.between, { alignItems: 'baseline', borderTopWidth: 1.5, borderTopColor: INK, paddingTop: 7 }]}
      >
        <Text style={[styles.strong, { fontSize: 11 }]}>{t('totalAmount')}</Text>
        <Text style={[display, { fontSize: 20, lineHeight: 1 }]}>{formatINR(sumTotals(summary.lines))}</Text>
      </View>
      <View style={[styles.between, { marginTop: 26, gap: 24 }]}>
        <View style={{ width: 180, gap: 3 }}>
          <Text style={styles.strong}>{t(verified ? 'pending' : 'draftTitle')}</Text>
          <Text style={{ color: INK_2 }}>
            {fit(t(verified ? 'pendingText' : 'draftText', { company }), { width: 180, size: SIZE })}
          </Text>
        </View>
        {address && (
          <View style={{ flexDirection: 'row', gap: 8 }}>
            <QrCode address={address} side={92} />
            <View style={{ width: CHECK, gap: 3 }}>
              <Text style={styles.strong}>{t('check')}</Text>
              <Text style={{ color: INK_2 }}>{t('checkText')}</Text>
              <Link src={address} style={{ color: LINK, fontSize: 7.5 }}>
                {fit(address, { width: CHECK, size: 7.5 })}
              </Link>
            </View>
          </View>
        )}
      </View>
    </View>
  );
}
