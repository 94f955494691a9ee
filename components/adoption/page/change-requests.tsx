import { formatDate } from '@/lib/platform/dates';
import type { ChangeRequest } from '@/lib/adoption/read/detail-rules';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

/** What the sponsor asked to change, with the answers. */
export async function ChangeRequests({ requests }: { requests: readonly ChangeRequest[] }) {
  const t = await getTranslations('adoptionPage.changeRequest');
  const locale = await getLocale();
  return (
    <ul className="grid gap-3">
      {requests.map(({ message, at, answer, isAccepted }) => (
        <li key={at.getTime()} className="grid gap-1 rounded-2 border border-line bg-surface p-4 text-small">
          <p className="text-ink-2">{t(answer === null ? 'open' : 'answered', { date: formatDate(at, locale) })}</p>
          <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
          {answer !== null && (
            <p className="border-t border-line pt-2 wrap-anywhere">
              <b>{t(isAccepted ? 'accepted' : 'declined')}:</b> {answer}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
