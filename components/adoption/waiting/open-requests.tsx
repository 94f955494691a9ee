import { Note } from '@/components/platform/ui/note';
import { Link } from '@/components/platform/ui/link';
import type { SponsorScope } from '@/lib/accounts/session';
import { openRequests } from '@/lib/adoption/waiting/queries';
import { waitingPath } from '@/lib/adoption/waiting/rules';
import { getTranslations } from '@/lib/platform/i18n/server';

/** How many requests of the signed-in person wait for seats, with the way to them; nothing without any. */
export async function OpenRequests({ scope }: { scope: SponsorScope }) {
  const [t, own] = [await getTranslations('waiting.dashboard'), await openRequests(scope)];
  if (!own) return null;
  const { id, open, offers } = own;
  return (
    <Note kind={offers > 0 ? 'ok' : 'time'}>
      <p>
        {offers > 0 ? t('offers', { offers }) : t('open', { open })}{' '}
        <Link href={waitingPath(id)} className="font-semibold underline underline-offset-4">
          {t('show')}
        </Link>
      </p>
    </Note>
  );
}
