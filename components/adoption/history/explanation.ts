import type { Adoption } from '@/lib/adoption/history-rules';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';

/** Explains a status whose label is not sufficient. */
export async function explanationOf({ status, paidTwice }: Adoption): Promise<string | null> {
  const t = await getTranslations('adoptionHistory');
  if (status === 'refund_due') return getErrorText('payment.refund_due');
  if (status === 'completed') return paidTwice ? t('about.paidTwice') : null;
  return t(`about.${status}`);
}
