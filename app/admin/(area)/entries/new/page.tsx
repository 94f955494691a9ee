import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage } from '@/components/admin/admin-page';
import { EntryForm } from '@/components/entries/entry-form';
import { PageHead } from '@/components/admin/page-head';
import { BackLink } from '@/components/platform/ui/back-link';
import { readEntry } from '@/lib/entries/queries';
import { ENTRY_LIST } from '@/lib/entries/schema';
import { listSessions } from '@/lib/sessions/queries';
import * as endpoints from '@/lib/api/entries';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'entries');
export const metadata: Metadata = { title: t('enter') };

type Props = { searchParams: Promise<{ correct?: string | string[] }> };

/** /admin/entries/new: enters an adoption; with `correct`, the id of an entry that waits, corrects that. */
export default adminPage(async (scope, { searchParams }: Props) => {
  const { correct } = await searchParams;
  const [sessions, entry] = await Promise.all([
    listSessions(scope),
    correct === undefined ? null : readEntry(scope, String(correct)),
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
      <EntryForm sessions={open} entry={entry ?? undefined} />
    </>
  );
}, endpoints.enterAdoption);
