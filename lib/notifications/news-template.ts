import 'server-only';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { instituteKeyOf, instituteWithCity, type Names } from '@/lib/catalogue/names';
import { namesIn } from '@/lib/catalogue/localized-names';
import type { Paragraph } from '@/lib/delivery/email';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { groupBy } from '@/lib/platform/group-by';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { lateReportText, lineTexts, seatsText, statedReportText } from '@/lib/published/progress-texts';
import type { NewsLine } from './schema';
import type { AccountMessageRow } from './statements';

/** Institutes, and lines of each, that the e-mail names, and pages that it leads to. */
const MAX_INSTITUTES = 20;
const MAX_LINES = 10;
const MAX_LINKS = 5;

type LineOfAdoption = NewsLine & { reference: string };

/** What the news of a line are, the first of which is that of its institute; `late` alone says that nothing came. */
const KINDS = ['stated', 'corrected', 'checked', 'changed', 'late'] as const;
type Kind = (typeof KINDS)[number];
const kindsOf = ({ before, reports }: NewsLine): Kind[] => [
  ...reports.map(({ is }) => is),
  ...(before ? ['changed' as const] : []),
];

/** Returns subject and paragraphs of the e-mail with the news of institutes: the subject says them in short. */
export function newsTexts(
  { detail, news = [] }: Pick<AccountMessageRow, 'detail' | 'news'>,
  locale: Locale,
  contact: string,
): { subject: string; paragraphs: Paragraph[] } {
  const [t, names] = [getTranslator(locale, 'notification'), namesIn(locale)];
  const lines = news.flatMap(({ reference, lines: own }) => own.map((line) => ({ ...line, reference })));
  const institutes = [...groupBy(lines, instituteKeyOf).values()].map((own) => {
    const kinds = new Set(own.flatMap(kindsOf));
    return { own, kind: KINDS.find((kind) => kinds.has(kind))!, name: nameOf(own[0]!, names) };
  });
  // What came is told before what did not come.
  institutes.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  const shown = institutes.slice(0, MAX_INSTITUTES);
  const pages = news.slice(0, MAX_LINKS).map(({ billing, reference, isRegistered }) => ({
    isRegistered,
    link: absoluteUrl(adoptionPath({ isRegistered, billingId: billing, reference })),
  }));
  const hasMany = pages.filter(({ isRegistered }) => isRegistered).length > 1;
  const links = hasMany
    ? [absoluteUrl('/dashboard'), ...pages.filter(({ isRegistered }) => !isRegistered).map(({ link }) => link)]
    : pages.map(({ link }) => link);
  return {
    subject: subjectOf(institutes, locale),
    paragraphs: [
      t(institutes.every(({ kind }) => kind === 'late') ? 'news.late' : 'news.text', {
        day: detail.day ? formatDate(indianDay(detail.day), locale) : '',
      }),
      ...shown.map(({ own, name }) => [name, ...linesOf(own, locale, names)].join('\n')),
      ...(institutes.length > shown.length ? [t('news.more', { count: institutes.length - shown.length })] : []),
      t('news.about'),
      t('news.off'),
      ...links.map((link) => ({ link })),
      ...(news.some(({ isUnproven }) => isUnproven) ? [t('unproven', { contact })] : []),
      t('questions', { contact }),
    ],
  };
}

const nameOf = ({ institute, instituteHindi, city }: NewsLine, names: Names) =>
  instituteWithCity(names, institute, instituteHindi, city);

type InstituteNews = { own: readonly LineOfAdoption[]; kind: Kind; name: string };

/** 'Government ITI, Rewa: Report on results', or '3 institutes reported, 1 report late'. */
function subjectOf(institutes: readonly InstituteNews[], locale: Locale): string {
  const t = getTranslator(locale, 'notification.news');
  const kindName = getTranslator(locale, 'adoptionPage.progress.report.kind');
  const parts = KINDS.flatMap((kind) => {
    const same = institutes.filter((one) => one.kind === kind);
    const reports = new Set(
      same
        .flatMap(({ own }) => own.flatMap((line) => line.reports.filter(({ is }) => is === kind)))
        .map((one) => one.kind),
    );
    const [report] = reports;
    const name = same[0]?.name ?? '';
    if (same.length === 0) return [];
    return [
      t(`subject.${kind}`, {
        count: same.length,
        institute: name,
        report: reports.size === 1 && report ? kindName(report) : 'none',
      }),
    ];
  });
  return parts.join('; ');
}

/** The news of lines: the numbers, those before if they changed, and the reports. */
function linesOf(lines: readonly LineOfAdoption[], locale: Locale, names: Names): string[] {
  const t = getTranslator(locale, 'notification.news');
  const progress = getTranslator(locale, 'adoptionPage.progress');
  const texts = lines.slice(0, MAX_LINES).map((line) => {
    const { courseType, branch, branchHindi, session, reference, before, reports } = line;
    const isOnlyLate = !before && reports.every(({ is }) => is === 'late');
    const said = [
      ...(isOnlyLate ? [] : lineTexts(progress, line)),
      ...(before ? [t('before', { before: seatsText(progress, before) })] : []),
      ...reports.map((report) => {
        if (report.is === 'late') return lateReportText(progress, { kind: report.kind, ...report.late }, locale);
        const { at, state } = report.stated;
        const text = statedReportText(progress, { kind: report.kind, statedAt: new Date(at), state }, locale);
        return t(report.is === 'corrected' ? 'corrected' : 'report', { report: text });
      }),
    ];
    const course = [names.type(courseType), names.branch(branch, branchHindi), session, reference].join(' · ');
    return `${course}: ${said.join(' ')}`;
  });
  const more = lines.length - texts.length;
  return more > 0 ? [...texts, t('moreLines', { count: more })] : texts;
}
