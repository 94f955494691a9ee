import type { Adoption } from '@/lib/adoption/read/history-rules';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';

/** Explains a status whose label is not sufficient. */
export async function explanationOf({ status, hasEnded, paidTwice, isPaying }: Adoption): Promise<string | null> {
  const t = await getTranslations('adoptionHistory');
  // The seats are gone, and the money of a payment that was begun may still arrive.
  if (isPaying && (status === 'expired' || status === 'replaced' || status === 'lapsed'))
    return `${t(`about.${status}`)} ${t('about.openPayment')}`;
  if (status === 'refund_due') return getErrorText('payment.refund_due');
  if (hasEnded) return t('about.ended');
  if (status === 'completed') return paidTwice ? t('about.paidTwice') : null;
  if (status === 'expired') return t('about.uncharged');
  const about = t(`about.${status}`);
  return status === 'replaced' ? `${about} ${t('about.nothingCharged')}` : about;
}
