import 'server-only';
import { Document, Page, Path, Svg, Text, View, type PageProps } from '@react-pdf/renderer';
import { instituteKeyOf, instituteWithCity } from '@/lib/catalogue/names';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { groupBy } from '@/lib/platform/group-by';
import { totalOf, type Part } from '@/lib/published/progress';
import { totalTexts } from '@/lib/published/progress-texts';
import { drawSeats, seatScale, type SeatRun } from '@/lib/selection/seat-drawing';
import { languageOf, type DocumentContext } from './context';
import { CONTROL, courseTypeColors, ERROR, INK, INK_2, MARIGOLD } from './palette';
import { certifiedTexts } from './certified-texts';
import { certifiedOf, linesOf, type PaperData, type PrintedCourse } from './paper-rules';
import { Check, EveryPage, Head } from './parts';
import { display, LONG_PAGE, MARGIN, SIZE, styles } from './styles';

type Data = PaperData & { kind: 'certificate' };

type CertificateProps = {
  /** Number and title; `mark` and `remark` of a paper that is a test or does not hold. */
  certificate: { serial: string; issuedAt: Date; data: Data; name: string; mark?: string; remark: string | null };
  url: string;
  context: DocumentContext;
};

/** Widths in points: the page without margins, a signatory, the left part of its foot, and one of two columns of courses. */
const WIDTH = LONG_PAGE - 2 * MARGIN;
const SIGNATORY = 190;
const FOOT = 420;
const GAP = 24;
const COLUMN = (WIDTH - GAP) / 2;
/** How seats are drawn, in points: of a single course, of one of several, and of all together where each is on a later page. */
const DRAWN = {
  one: { width: 400, height: 120, unit: 6, columns: 10, glyphs: 60 },
  each: { width: 120, height: 40, unit: 1.2, columns: 10, glyphs: 30 },
  all: { width: WIDTH, height: 140, unit: 2.4, columns: 40, glyphs: 240 },
} as const;
type Drawn = (typeof DRAWN)[keyof typeof DRAWN];
/** Courses that the first page has room for. */
const ON_FIRST_PAGE = 4;

/**
 * The certificate of an adoption in a session, for the wall: an A4 page in landscape format, with institutes and courses, the
 * seats drawn, and what became of their students in large figures. Where the courses do not fit, pages with them follow.
 */
export function CertificateDocument({ certificate, url, context }: CertificateProps) {
  const { paper: t, names, fit, locale, progress } = context;
  const { serial, issuedAt, data, name, mark, remark } = certificate;
  const { details, sponsor, body, reference } = data;
  const said = certifiedOf(data);
  const { courses, session } = said;
  const title = t('titleOf', { title: name, serial });
  const company = details?.legal_name || sponsor.company;
  const institutes = [...groupBy(courses, ({ line }) => instituteKeyOf(line)).values()];
  const placeOf = ({ line }: PrintedCourse) => instituteWithCity(names, line.institute, line.instituteHindi, line.city);
  const only = institutes.length === 1 ? placeOf(courses[0]!) : null;
  const total = totalOf(linesOf(said));
  const hasRoom = courses.length <= ON_FIRST_PAGE;
  const reporters = institutes.filter((own) => own.some(({ report }) => report));
  const adopted = t('certificate.adopted', {
    ...{ seats: total.seats, institutes: institutes.length, institute: only ?? '', session },
  });
  const figures = [
    [formatCount(total.seats), t('certificate.seats')],
    [session, t('certificate.session')],
    ...(['passed', 'completed'] as const).flatMap((is) => {
      const part = headline(courses, is);
      return part ? [[t('certificate.figure', part), t(`certificate.caption.${is}`)]] : [];
    }),
  ];
  const texts = courses.length > 1 ? totalTexts(progress, total, ['enrolled', 'passed', 'completed']) : [];
  const page: PageProps = {
    size: 'A4',
    orientation: 'landscape',
    style: [styles.page, { fontFamily: context.textFont }],
  };
  const list = <Courses courses={courses} placeOf={placeOf} context={context} />;
  return (
    <Document
      title={title}
      subject={t('subject', { reference, company: sponsor.company })}
      author={body.legalName || context.common('productName')}
      language={languageOf(context)}
      creationDate={issuedAt}
      modificationDate={issuedAt}
    >
      <Page {...page}>
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
            {fit(company, { width: WIDTH * 0.9, size: 26, weight: 600 })}
          </Text>
          <Text style={{ fontSize: 14, lineHeight: 1.45 }}>{fit(adopted, { width: WIDTH, size: 14 })}</Text>
        </View>
        <View style={{ flexDirection: 'row', gap: 34, marginTop: 12 }}>
          {figures.map(([figure, label]) => (
            <Figure key={label} figure={figure!} label={label!} context={context} />
          ))}
        </View>
        {texts.length > 0 && <Text style={{ marginTop: 6 }}>{fit(texts.join(' '), { width: WIDTH, size: SIZE })}</Text>}
        <View style={{ marginTop: 12 }}>
          {hasRoom ? (
            list
          ) : (
            <View style={{ gap: 8 }}>
              <DrawnSeats courses={courses} all={courses} drawn={DRAWN.all} />
              <Text style={styles.small}>
                {fit([keyOf(courses, DRAWN.all, context), t('certificate.coursesOn')].join(' · '), {
                  width: WIDTH,
                  size: 7.5,
                })}
              </Text>
            </View>
          )}
        </View>
        <View wrap={false} style={[styles.between, { marginTop: 'auto', alignItems: 'flex-end' }]}>
          <View style={{ width: FOOT, gap: 14 }}>
            <View style={{ gap: 2 }}>
              {remark && (
                <Text style={[styles.strong, { color: ERROR }]}>{fit(remark, { width: FOOT, size: SIZE })}</Text>
              )}
              {'test' in data && data.test && (
                <Text style={[styles.strong, { color: ERROR }]}>
                  {fit(`${t('test.title')}. ${t('test.text')}`, { width: FOOT, size: SIZE, weight: 600 })}
                </Text>
              )}
              <Text style={styles.small}>
                {fit(t('note.certificate.text', { reference, institutes: institutes.length }), {
                  width: FOOT,
                  size: 7.5,
                })}
              </Text>
            </View>
            <View style={{ flexDirection: 'row', gap: GAP }}>
              {body.legalName !== '' && (
                <Signed
                  name={body.signatory || body.legalName}
                  of={body.legalName}
                  as={t('signatory')}
                  context={context}
                />
              )}
              {reporters.length === 1 && (
                <Signed name={placeOf(reporters[0]![0]!)} of={t('certificate.reporter')} as="" context={context} />
              )}
            </View>
          </View>
          <Check url={url} text={t('check')} context={context} />
        </View>
      </Page>
      {!hasRoom && (
        <Page {...page}>
          <EveryPage title={title} mark={mark} isLong context={context} />
          <Text style={[display, { fontSize: 18, lineHeight: 1.2, marginBottom: 12 }]}>{t('certificate.courses')}</Text>
          {list}
        </Page>
      )}
    </Document>
  );
}

/** Returns the result of some courses for a large figure: the sum that is told exactly, or the only word; null if there is none. */
function headline(courses: readonly PrintedCourse[], is: 'passed' | 'completed') {
  const [before] = courses.flatMap((course) => (course.before?.is === is ? course.before : []));
  if (before) return before.says === 'entered' || before.says === 'hidden' ? null : { ...before, of: 'none' };
  const sum = totalOf(linesOf({ session: '', courses: [...courses] }))[is];
  const part = sum.find(({ says }) => says === 'exactly') ?? (sum.length === 1 ? sum[0] : undefined);
  return part && part.says !== 'entered' ? part : null;
}

/** A number or word in display size, above what it is. */
function Figure({ figure, label, context: { fit } }: { figure: string; label: string; context: DocumentContext }) {
  return (
    <View style={{ gap: 6, maxWidth: 230 }}>
      <Text style={[display, { fontSize: 38, lineHeight: 1.1 }]}>{figure}</Text>
      <Text style={{ fontSize: 10.5, color: INK_2 }}>{fit(label, { width: 230, size: 10.5 })}</Text>
    </View>
  );
}

type CoursesProps = {
  courses: readonly PrintedCourse[];
  placeOf: (course: PrintedCourse) => string;
  context: DocumentContext;
};

/** The courses, each with its seats and what is reported of them, and what the drawn seats mean. */
function Courses({ courses, placeOf, context }: CoursesProps) {
  const { fit } = context;
  const isOne = courses.length === 1;
  const drawn = isOne ? DRAWN.one : DRAWN.each;
  const key = keyOf(courses, drawn, context);
  const width = (isOne ? WIDTH : COLUMN) - drawn.width - 16;
  // Rows of two, so that a page breaks between them.
  const rows = courses.flatMap((course, index) => (index % 2 === 0 ? [courses.slice(index, index + 2)] : []));
  return (
    <View>
      {rows.map((row) => (
        <View key={courses.indexOf(row[0]!)} wrap={false} style={{ flexDirection: 'row', gap: GAP, marginBottom: 8 }}>
          {row.map((course) => (
            <View key={courses.indexOf(course)} style={{ flexDirection: 'row', gap: 16 }}>
              <View style={{ width: drawn.width, paddingTop: 2 }}>
                <DrawnSeats courses={[course]} all={courses} drawn={drawn} />
              </View>
              <Course course={course} place={placeOf(course)} width={width} context={context} />
            </View>
          ))}
        </View>
      ))}
      {key !== '' && <Text style={styles.small}>{fit(key, { width: WIDTH, size: 7.5 })}</Text>}
    </View>
  );
}

type CourseProps = { course: PrintedCourse; place: string; width: number; context: DocumentContext };

/** A course with its institute and seats, what is told of them, and when its results were stated. */
function Course({ course, place, width, context }: CourseProps) {
  const { names, paper: t, fit, locale, common } = context;
  const { line, report } = course;
  const name = [names.type(line.courseType), names.branch(line.branch, line.branchHindi)].join(' · ');
  const stated =
    report &&
    [
      t(report.isChecked ? 'certificate.checkedOn' : 'certificate.statedOn'),
      formatDate(indianDay(report.on), locale),
    ].join(' ');
  return (
    <View style={{ width }}>
      <Text style={styles.strong}>{fit(place, { width, size: SIZE, weight: 600 })}</Text>
      <Text style={styles.strong}>
        {fit(`${name} · ${common('seats', { count: line.seats })}`, { width, size: SIZE, weight: 600 })}
      </Text>
      <Text>{fit(certifiedTexts(course, context).join(' '), { width, size: SIZE })}</Text>
      {stated && <Text style={styles.small}>{fit(stated, { width, size: 7.5 })}</Text>}
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

const exact = (part: Pick<Part, 'says' | 'count'> | null) => (part?.says === 'exactly' ? part.count : null);

/** How seats are drawn: those of students who reached the aim, of others, without one, and those of which no number is told. */
const LOOKS = ['done', 'taken', 'open', 'unknown'] as const;
type Filled = Record<(typeof LOOKS)[number], number>;

function filled({ line: { seats }, enrolled, result }: PrintedCourse): Filled {
  const [students, done] = [exact(enrolled), result ? exact(result) : 0];
  if (students === null || done === null || done > students) return { done: 0, taken: 0, open: 0, unknown: seats };
  return { done, taken: students - done, open: seats - students, unknown: 0 };
}

const sumOfSeats = (courses: readonly PrintedCourse[]): number =>
  courses.reduce((sum, { line }) => sum + line.seats, 0);

/** Returns the seats of each look. */
function sumFilled(courses: readonly PrintedCourse[]): Filled {
  const each = courses.map(filled);
  return Object.fromEntries(LOOKS.map((look) => [look, each.reduce((sum, seats) => sum + seats[look], 0)])) as Filled;
}

/** Returns the seats of a drawn one. @param all the courses that are drawn alike */
const scaleOf = (all: readonly PrintedCourse[], drawn: Drawn): number =>
  seatScale(drawn === DRAWN.all ? sumOfSeats(all) : Math.max(...all.map(({ line }) => line.seats)), drawn.glyphs);

type DrawnSeatsProps = {
  courses: readonly PrintedCourse[];
  /** All courses of the certificate. */
  all: readonly PrintedCourse[];
  drawn: Drawn;
};

/**
 * The seats of courses together, filled by what is told of them (LOOKS); if no number is told of any course of the certificate, all are as
 * adopted, and nothing more is said by them.
 */
function DrawnSeats({ courses, all, drawn }: DrawnSeatsProps) {
  const per = scaleOf(all, drawn);
  const seats = sumFilled(courses);
  const isKnown = sumFilled(all).unknown < sumOfSeats(all);
  const runs = LOOKS.flatMap((look): SeatRun[] => {
    const state = look === 'done' ? 'yours' : look === 'open' ? 'open' : 'taken';
    return seats[look] > 0 ? [{ state, slug: look, glyphs: Math.max(1, Math.round(seats[look] / per)) }] : [];
  });
  const types = new Set(courses.map(({ line }) => line.courseType));
  const color = types.size === 1 ? courseTypeColors(courses[0]!.line.courseType).seat : MARIGOLD;
  const fillOf = (look: string | undefined) => {
    if (look === 'done' || !isKnown) return color;
    return look === 'unknown' ? CONTROL : INK;
  };
  const columns = drawn === DRAWN.one && sumOfSeats(courses) / per > 30 ? 20 : drawn.columns;
  const { width, height, paths } = drawSeats(runs, columns);
  const unit = Math.min(drawn.unit, drawn.width / width, drawn.height / height);
  return (
    <Svg viewBox={`0 0 ${width} ${height}`} style={{ width: width * unit, height: height * unit }}>
      {paths.map(({ slug, d }) => (
        <Path key={slug} d={d} fill={fillOf(slug)} fillRule="evenodd" />
      ))}
    </Svg>
  );
}

/** Returns what the drawn seats of courses mean; empty if nothing is said by them. */
function keyOf(courses: readonly PrintedCourse[], drawn: Drawn, { paper: t, common }: DocumentContext): string {
  const seats = sumFilled(courses);
  const isKnown = seats.unknown < sumOfSeats(courses);
  const aims = new Set(courses.flatMap(({ result }) => result?.is ?? []));
  const [aim] = aims;
  const per = scaleOf(courses, drawn);
  return [
    seats.done > 0 && t(`certificate.key.${aims.size === 1 ? aim! : 'any'}`),
    seats.taken > 0 && t('certificate.key.taken'),
    seats.open > 0 && t('certificate.key.open'),
    isKnown && seats.unknown > 0 && t('certificate.key.unknown'),
    per > 1 && common('seatField.scale', { per }),
  ]
    .filter(Boolean)
    .join(' · ');
}
