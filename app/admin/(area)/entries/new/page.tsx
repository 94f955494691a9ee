import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { EntryForm } from '@/components/entries/entry-form';
import { PageHead } from '@/components/admin/page-head';
import { BackLink } from '@/components/platform/ui/back-link';
import { readKnownCompany } from '@/lib/admin/companies/queries';
import { readEntry } from '@/lib/entries/queries';
import { ENTRY_LIST } from '@/lib/entries/schema';
import { listSessions } from '@/lib/sessions/queries';
import * as endpoints from '@/lib/api/entries';
import { isUuid } from '@/lib/platform/uuid';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'entries');
export const metadata: Metadata = { title: t('enter') };

type Props = { searchParams: Promise<Record<'correct' | 'company' | 'how', string | string[] | undefined>> };

/** /admin/entries/new: seats for a company, a known one with `company`, kept with `how=keep`; with `correct`, the id of an entry that waits, corrects that. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { correct, company, how } = await searchParams;
  const [sessions, entry, known] = await Promise.all([
    listSessions(scope),
    correct === undefined ? null : readEntry(scope, String(correct)),
    typeof company === 'string' && isUuid(company) ? readKnownCompany(scope, company) : null,
  ]);
  if (correct !== undefined && entry?.state !== 'waiting') notFound();
  const open = sessions.flatMap(({ name, state }) => (state === 'open' ? [name] : []));
  return (
    <>
      <div className="grid gap-1">
        <BackLink href={ENTRY_LIST.path}>{t('title')}</BackLink>
        <PageHead title={t(entry ? 'correct.title' : 'enter')} />
      </div>
      <p className="max-w-prose text-small text-ink-2">{t(entry ? 'correct.about' : 'form.about')}</p>
      <EntryForm
        // Filled in anew for another company.
        key={known?.id}
        sessions={open}
        entry={entry ?? undefined}
        known={known ?? undefined}
        first={how === 'keep' && !entry ? 'keep' : 'adopt'}
      />
    </>
  );
}, endpoints.enterSeats);
