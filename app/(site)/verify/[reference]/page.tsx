import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { isCancelled } from '@/db/schema/billing-states';
import { SitePage } from '@/components/platform/site/page';
import { Facts } from '@/components/platform/ui/facts';
import { Note } from '@/components/platform/ui/note';
import { ConfirmedUse } from '@/components/year-end/confirmed-use';
import { formatDate } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { offerTexts } from '@/lib/catalogue/names';
import { getNames } from '@/lib/catalogue/localized-names';
import { certifiedTexts } from '@/lib/documents/certified-texts';
import { linesOf, partValues, type Certified } from '@/lib/documents/paper-rules';
import { confirmReference, type Confirmation, type ConfirmedPaper } from '@/lib/documents/queries';
import { totalOf } from '@/lib/published/progress';
import { totalTexts } from '@/lib/published/progress-texts';
import { serialSchema } from '@/lib/documents/schema';
import { normalReference } from '@/lib/adoption/core/reference';
import { langOf } from '@/lib/platform/i18n/script';
import { getErrorText, getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { countCostlyPage } from '@/lib/platform/site/costly-pages';
import { readSegment } from '@/lib/platform/site/segment';
import { isUuid } from '@/lib/platform/uuid';
import { confirmUse } from '@/lib/year-end/confirm';

/** Rendered on each request: the result depends on the current state in the database. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('verify'))('title'),
    robots: { index: false, follow: false },
  };
}

const CONFIRMED_BY = { email: 'confirmedByEmail', phone: 'confirmedByPhone' } as const;

type VerifyProps = {
  params: Promise<{ reference: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/**
 * Target of the QR codes on documents: says first what is true of the adoption now, and of the paper that `paper`
 * names; then reference, date, company, seats and the verified contact. A statement of use has its id in place of a reference.
 */
export default async function VerifyPage({ params, searchParams }: VerifyProps) {
  const { paper: asked } = await searchParams;
  const segment = readSegment((await params).reference) ?? '';
  if (isUuid(segment)) return statementOfUse(segment);
  const serial = serialSchema.safeParse(asked).data ?? null;
  const found = await confirmReference(normalReference(segment), serial);
  if (!found) notFound();
  const [t, locale] = [await getTranslations('verify'), await getLocale()];
  const { confirmedBy: proven, paper } = found;
  const { holds, said, then } = await describeState(found, asked !== undefined);
  const facts = [
    [t('reference'), found.reference],
    [t('date'), formatDate(found.date, locale)],
    ...(paper ? [[t('paper'), await describePaper(paper)] as const] : []),
    [t('company'), found.company, langOf(found.company)],
    ...(proven ? [[t('confirmedBy'), t(CONFIRMED_BY[proven.channel], { contact: proven.contact })] as const] : []),
    [t('seats'), formatCount(found.seats)],
    [t('courses'), formatCount(found.courses)],
    [t('sessions'), found.sessions.join(', ')],
  ] as const;
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('title')}</h1>
      <Note kind={holds ? 'ok' : 'warn'}>
        {said.map((text) => (
          <p key={text} className="font-semibold">
            {text}
          </p>
        ))}
        {then.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Note>
      <Facts facts={facts} />
      {paper?.certified && <Certificate certified={paper.certified} />}
    </SitePage>
  );
}

/** Returns what is true of a statement of use, or that too many were asked for. */
async function statementOfUse(id: string) {
  const t = await getTranslations('verify');
  const time = await countCostlyPage(await getLocale());
  const use = time === null ? await confirmUse(id) : undefined;
  if (use === null) notFound();
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('title')}</h1>
      {use && <ConfirmedUse of={use} />}
      {time !== null && <Note kind="warn">{await getErrorText('request.too_many', { time })}</Note>}
    </SitePage>
  );
}

/**
 * Returns what is true now, the most important first, and what follows from it. `holds` is false if the adoption or the
 * paper is not valid any more.
 */
async function describeState(
  { status, since, reduced, seats, paper }: Confirmation,
  isAsked: boolean,
): Promise<{ holds: boolean; said: string[]; then: string[] }> {
  const [t, locale] = [await getTranslations('verify'), await getLocale()];
  const date = (moment: Date) => formatDate(moment, locale);
  const now = t(`status.${status}`, { date: date(since) });
  const ofPaper = [
    ...(isAsked && !paper ? [t('noPaper')] : []),
    ...(paper?.replacedBy
      ? [t('replaced', { serial: paper.serial, by: paper.replacedBy.serial, date: date(paper.replacedBy.at) })]
      : []),
    ...(paper?.voidReason ? [t('void', { serial: paper.serial, kind: paper.voidReason })] : []),
  ];
  const fewer = reduced
    ? [t('reduced', { date: date(reduced.at), seats, before: formatCount(reduced.seatsBefore) })]
    : [];
  if (status === 'late') return { holds: false, said: [now, ...ofPaper], then: [t('lateText')] };
  if (isCancelled(status)) return { holds: false, said: [now, ...ofPaper, ...fewer], then: [t('cancelledText')] };
  const holds = ofPaper.length === 0;
  return { holds, said: [...ofPaper, ...fewer, now], then: holds ? [t('genuine'), t('genuineText')] : [] };
}

/** Returns a paper with its number, date and amount, and which part of the whole a receipt is for. */
async function describePaper({ kind, hasBody, serial, issuedAt, amountPaise, part }: ConfirmedPaper): Promise<string> {
  const [t, texts, locale] = [await getTranslations('verify'), await getTranslations('paper'), await getLocale()];
  const title = texts(`title.${kind === 'receipt' && !hasBody ? 'payment_receipt' : kind}`);
  const paper = t('paperOf', { title, serial, date: formatDate(issuedAt, locale) });
  if (amountPaise === null) return paper;
  const amount = formatINR(amountPaise);
  const shown = part ? texts('partOf', { amount, part: texts('part', partValues(part)) }) : amount;
  return t('paperAmount', { paper, amount: shown });
}

/** What a certificate says: of its session, and of each of its courses. */
async function Certificate({ certified }: { certified: Certified }) {
  const [t, paper, progress] = [
    await getTranslations('verify'),
    await getTranslations('paper'),
    await getTranslations('adoptionPage.progress'),
  ];
  const [names, common] = [await getNames(), await getTranslations('common')];
  const courses = certified.courses.map((course) => {
    const said = [common('seats', { count: course.line.seats }), certifiedTexts(course, { paper, progress }).join(' ')];
    return { name: offerTexts(names, course.line).join(' · '), text: said.join('. ') };
  });
  return (
    <section className="grid gap-2">
      <h2 className="text-h4">{t('certified')}</h2>
      <p>
        {[
          common('seats', { count: certified.courses.reduce((sum, { line }) => sum + line.seats, 0) }),
          certified.session,
          ...(courses.length > 1
            ? [totalTexts(progress, totalOf(linesOf(certified)), ['enrolled', 'passed', 'completed']).join(' ')]
            : []),
        ].join(' · ')}
      </p>
      <ul className="border-t border-ink">
        {courses.map(({ name, text }, at) => (
          // Two years of study of a course have one name.
          <li key={at} className="border-b border-line py-3 wrap-anywhere">
            <p className="text-small text-ink-2">{name}</p>
            <p className="font-semibold">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
