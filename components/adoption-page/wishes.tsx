import { formatDate } from '@/lib/core/dates';
import type { Wish } from '@/lib/adoption/detail-rules';
import { getLocale, getTranslations } from '@/lib/i18n/server';
import type { Bearer } from './api';
import { WishForm } from './wish-form';

type WishesProps = { billingId: string; wishes: readonly Wish[]; bearer: Bearer };

/** What the sponsor asked to change, with the answers, and the form to ask unless a request is open. */
export async function Wishes({ billingId, wishes, bearer }: WishesProps) {
  const t = await getTranslations('adoptionPage.wish');
  const locale = await getLocale();
  const isOpen = wishes.some(({ answer }) => answer === null);
  return (
    <>
      {!isOpen && <WishForm billingId={billingId} bearer={bearer} />}
      {wishes.length > 0 && (
        <ul className="grid gap-3">
          {wishes.map(({ message, at, answer, isAccepted }) => (
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
      )}
    </>
  );
}
