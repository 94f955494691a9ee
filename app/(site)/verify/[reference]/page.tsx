import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SitePage } from '@/components/site/page';
import { Note } from '@/components/ui/note';
import { formatDocumentDate } from '@/lib/core/dates';
import { formatCount } from '@/lib/core/format-count';
import { confirmReference } from '@/lib/document/queries';
import { referenceSchema } from '@/lib/document/schema';
import { getLocale, getTranslations } from '@/lib/i18n/server';

/** Rendered on each request: the result depends on the current state in the database. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations('verify'))('title'),
    robots: { index: false, follow: false },
  };
}

const CONFIRMED_BY = { email: 'confirmedByEmail', phone: 'confirmedByPhone' } as const;

type VerifyProps = { params: Promise<{ reference: string }> };

/**
 * Target of the QR code on a summary: confirms a genuine summary by reference, date, company and seats, and states
 * which contact was verified.
 */
export default async function VerifyPage({ params }: VerifyProps) {
  const parsed = referenceSchema.safeParse((await params).reference);
  const found = parsed.success ? await confirmReference(parsed.data) : null;
  if (!found) notFound();
  const t = await getTranslations('verify');
  const { confirmedBy: proven } = found;
  const facts = [
    [t('reference'), found.reference],
    [t('date'), formatDocumentDate(found.date, await getLocale())],
    [t('company'), found.company],
    ...(proven ? [[t('confirmedBy'), t(CONFIRMED_BY[proven.channel], { contact: proven.contact })] as const] : []),
    [t('seats'), formatCount(found.seats)],
    [t('courses'), formatCount(found.courses)],
  ] as const;
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{t('title')}</h1>
      <Note kind={found.isCancelled ? 'warn' : 'ok'}>
        <p className="font-semibold">{t(found.isCancelled ? 'cancelled' : 'genuine')}</p>
        <p>{t(found.isCancelled ? 'cancelledText' : 'genuineText')}</p>
      </Note>
      <dl className="grid border-t border-ink">
        {facts.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[6.5rem_1fr] items-baseline gap-x-4 border-b border-line py-3 sm:grid-cols-[11rem_1fr]"
          >
            <dt className="text-small text-ink-2">{label}</dt>
            <dd className="min-w-0 text-body font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </SitePage>
  );
}
