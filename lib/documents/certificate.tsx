import 'server-only';
import { Document, Page, Path, Svg, Text, View } from '@react-pdf/renderer';
import { instituteWithCity } from '@/lib/catalogue/names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import type { Part } from '@/lib/published/progress';
import { drawSeats, seatRuns, seatScale } from '@/lib/selection/seat-drawing';
import { languageOf, type DocumentContext } from './context';
import { courseTypeColors, ERROR, INK, INK_2 } from './palette';
import type { PaperData } from './paper-rules';
import { Check, EveryPage, Head } from './parts';
import { display, LONG_PAGE, MARGIN, SIZE, styles } from './styles';

type Data = PaperData & { kind: 'certificate' };

type CertificateProps = {
  /** Number and title; `mark` and `remark` of a paper that is a test or does not hold. */
  certificate: { serial: string; issuedAt: Date; data: Data; name: string; mark?: string; remark: string | null };
  url: string;
  context: DocumentContext;
};

/** Widths in points: the page without margins, and the drawn seats. */
const WIDTH = LONG_PAGE - 2 * MARGIN;
const DRAWN = { width: 400, height: 120, unit: 6 };
const FIGURES = WIDTH - DRAWN.width - 40;
const SIGNATORY = 190;

/**
 * The certificate of the seats of a course, for the wall: an A4 page in landscape format, with the institute, the seats drawn
 * and what became of their students in large figures.
 */
export function CertificateDocument({ certificate, url, context }: CertificateProps) {
  const { paper: t, names, fit, locale } = context;
  const { serial, issuedAt, data, name, mark, remark } = certificate;
  const { line, result, report, details, sponsor, body, reference } = data;
  const { courseType, branch, branchHindi, institute, instituteHindi, city, session, seats } = line;
  const title = t('titleOf', { title: name, serial });
  const company = details?.legal_name || sponsor.company;
  const place = instituteWithCity(names, institute, instituteHindi, city);
  const course = `${names.type(courseType)} · ${names.branch(branch, branchHindi)}`;
  const isTold = result.says !== 'entered' && result.says !== 'hidden';
  const notes = [
    [
      t(report.isChecked ? 'certificate.checkedOn' : 'certificate.statedOn'),
      formatDate(indianDay(report.on), locale),
    ].join(' '),
    t('note.certificate.text', { reference }),
  ].join('. ');
  return (
    <Document
      title={title}
      subject={t('subject', { reference, company: sponsor.company })}
      author={body.legalName || context.common('productName')}
      language={languageOf(context)}
      creationDate={issuedAt}
      modificationDate={issuedAt}
    >
      <Page size="A4" orientation="landscape" style={[styles.page, { fontFamily: context.textFont }]}>
        <EveryPage title={title} mark={mark} isLong context={context} />
        <Head
          title={name}
          facts={[
            [t('number'), serial],
            [t('date'), formatDate(issuedAt, locale)],
            [t('adoption'), reference],
          ]}
          width={LONG_PAGE}
          context={context}
        />
        <View style={{ gap: 4, marginTop: 2 }}>
          <Text style={[display, { fontSize: 26, lineHeight: 1.2 }]}>
            {fit(place, { width: WIDTH * 0.9, size: 26, weight: 600 })}
          </Text>
          <Text style={{ fontSize: 14, lineHeight: 1.45 }}>
            {fit(t('certificate.seatsOf', { company, seats, course, institute: place, session }), {
              width: WIDTH,
              size: 14,
            })}
          </Text>
        </View>
        <View style={[styles.between, { marginTop: 26, alignItems: 'center' }]}>
          <DrawnSeats data={data} context={context} />
          <View style={{ width: FIGURES, gap: 12 }}>
            <View style={{ flexDirection: 'row', gap: 34 }}>
              <Figure figure={formatCount(seats)} label={t('certificate.seats')} context={context} />
              <Figure figure={session} label={t('certificate.session')} context={context} />
            </View>
            {isTold && (
              <Figure
                figure={t('certificate.figure', { ...result, of: data.students?.of ?? 'none' })}
                label={t(`certificate.caption.${result.is}`)}
                context={context}
              />
            )}
          </View>
        </View>
        <View style={{ marginTop: 'auto', gap: 16 }}>
          <View style={{ gap: 3 }}>
            {remark && (
              <Text style={[styles.strong, { color: ERROR }]}>{fit(remark, { width: WIDTH, size: SIZE })}</Text>
            )}
            {'test' in data && data.test && (
              <Text style={[styles.strong, { color: ERROR }]}>{`${t('test.title')}. ${t('test.text')}`}</Text>
            )}
            {!isTold && <Text>{fit(t(`certificate.untold.${result.is}`), { width: WIDTH, size: SIZE })}</Text>}
            <Text style={{ color: INK_2 }}>{fit(notes, { width: WIDTH, size: SIZE })}</Text>
          </View>
          <View style={[styles.between, { alignItems: 'flex-end' }]}>
            {body.legalName !== '' && (
              <Signed
                name={body.signatory || body.legalName}
                of={body.legalName}
                as={t('signatory')}
                context={context}
              />
            )}
            <Signed name={place} of={t('certificate.reporter')} as="" context={context} />
            <Check url={url} text={t('check')} context={context} />
          </View>
        </View>
      </Page>
    </Document>
  );
}

/** A number or word in display size, above what it is. */
function Figure({ figure, label, context: { fit } }: { figure: string; label: string; context: DocumentContext }) {
  return (
    <View style={{ gap: 6 }}>
      <Text style={[display, { fontSize: 38, lineHeight: 1.1 }]}>{figure}</Text>
      <Text style={{ fontSize: 10.5, color: INK_2 }}>{fit(label, { width: FIGURES, size: 10.5 })}</Text>
    </View>
  );
}

/** A line to sign on, with who does and for whom. */
function Signed({
  name,
  of,
  as,
  context: { fit },
}: {
  name: string;
  of: string;
  as: string;
  context: DocumentContext;
}) {
  return (
    <View style={{ width: SIGNATORY, minHeight: 42, borderTopWidth: 1, borderTopColor: INK, paddingTop: 4 }}>
      <Text style={styles.strong}>{fit(name, { width: SIGNATORY, size: SIZE, weight: 600 })}</Text>
      {[of === name ? '' : of, as].map(
        (text) =>
          text && (
            <Text key={text} style={styles.small}>
              {fit(text, { width: SIGNATORY, size: 7.5 })}
            </Text>
          ),
      )}
    </View>
  );
}

const exact = (part: Pick<Part, 'says' | 'count'> | null | undefined) => (part?.says === 'exactly' ? part.count : null);

/**
 * The seats: of known numbers those whose students passed or completed are filled with somebody in the colour of the course type, those
 * with other students solid, empty ones outlined; otherwise all are as adopted, and nothing more is said by them.
 */
function DrawnSeats({
  data: { line, result, students },
  context: { common, paper: t, fit },
}: {
  data: Data;
  context: DocumentContext;
}) {
  const { courseType, seats } = line;
  const [done, enrolled] = [
    exact({ says: result.says as Part['says'], count: result.count }),
    exact(students?.enrolled),
  ];
  const per = seatScale(seats);
  const isKnown = done !== null && enrolled !== null && done <= enrolled;
  const runs = isKnown
    ? seatRuns({ total: seats, taken: enrolled - done, yours: done }, per).toSorted(
        (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state),
      )
    : [{ state: 'taken' as const, glyphs: Math.ceil(seats / per) }];
  const { width, height, paths } = drawSeats(runs, seats / per > 30 ? 20 : 10);
  const unit = Math.min(DRAWN.unit, DRAWN.width / width, DRAWN.height / height);
  const { seat } = courseTypeColors(courseType);
  const key = [
    isKnown && done > 0 && t(`certificate.key.${result.is}`),
    isKnown && enrolled > done && t('certificate.key.taken'),
    isKnown && enrolled < seats && t('certificate.key.open'),
    per > 1 && common('seatField.scale', { per }),
  ].filter(Boolean);
  return (
    <View style={{ width: DRAWN.width, gap: 8 }}>
      <Svg viewBox={`0 0 ${width} ${height}`} style={{ width: width * unit, height: height * unit }}>
        {paths.map(({ state, d }) => (
          <Path key={state} d={d} fill={isKnown && state !== 'yours' ? INK : seat} fillRule="evenodd" />
        ))}
      </Svg>
      {key.length > 0 && <Text style={styles.small}>{fit(key.join(' · '), { width: DRAWN.width, size: 7.5 })}</Text>}
    </View>
  );
}

/** Those who reached the aim sit in front. */
const ORDER = ['yours', 'taken', 'open'];
