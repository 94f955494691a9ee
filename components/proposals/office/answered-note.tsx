import { Link } from '@/components/platform/ui/link';
import { Note } from '@/components/platform/ui/note';
import type { InstituteScope } from '@/lib/accounts/offices/session';
import { countAnswers } from '@/lib/proposals/queries';
import { getTranslations } from '@/lib/platform/i18n/server';

/** What administrators answered lately to proposals of the office; nothing if there was no answer. */
export async function AnsweredNote({ scope }: { scope: InstituteScope }) {
  const { accepted, refused } = await countAnswers(scope);
  if (accepted + refused === 0) return null;
  const t = await getTranslations('office.proposals');
  return (
    <Note kind={refused > 0 ? 'warn' : 'ok'}>
      {t('due', { accepted, refused, both: accepted > 0 && refused > 0 ? 'yes' : 'no' })}{' '}
      <Link href="/office/proposals" className="underline underline-offset-4">
        {t('dueLink')}
      </Link>
    </Note>
  );
}
