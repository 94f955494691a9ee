import type { Bearer } from '@/components/checkout/payment/adoption-api';
import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { readSettings } from '@/lib/settings/queries';
import { InstalmentsForm } from './instalments-form';

type InstalmentsProps = { adoption: AdoptionDetail; mayChoose: boolean; bearer: Bearer };

/** The parts in which a pledge is paid, and, until somebody begins to pay, the choice of their number. */
export async function Instalments({ adoption, mayChoose, bearer }: InstalmentsProps) {
  const { id, instalments, dueAt, lapses, openPayment } = adoption;
  const t = await getTranslations('adoptionPage.instalments');
  const locale = await getLocale();
  const { maxInstalments } = await readSettings('terms');
  const isOpen = mayChoose && lapses && dueAt !== null && openPayment === null && maxInstalments > 1;
  return (
    <>
      {instalments.length > 0 && (
        <ol aria-label={t('title')} className="grid border-t border-line">
          {instalments.map(({ on, paise, missingPaise }, at) => (
            <li key={on} className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2">
              <span className="text-small text-ink-2">
                {t(missingPaise === 0 ? 'paid' : 'part', { number: at + 1, date: formatDate(indianDay(on), locale) })}
              </span>
              <span className="num font-semibold money">{formatINR(paise)}</span>
            </li>
          ))}
        </ol>
      )}
      {isOpen && (
        <InstalmentsForm
          key={instalments.length}
          billingId={id}
          chosen={instalments.length || 1}
          max={maxInstalments}
          bearer={bearer}
        />
      )}
    </>
  );
}
