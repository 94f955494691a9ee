import { Note } from '@/components/platform/ui/note';
import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import { formatDate, indianDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { readSettings } from '@/lib/settings/queries';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { TellTransferForm } from './tell-transfer-form';

type ToldTransferProps = { adoption: AdoptionDetail; mayTell: boolean; bearer: Bearer };

/** What the sponsor told about a transfer that is not confirmed yet, and the form to tell or correct it. */
export async function ToldTransferView({ adoption, mayTell, bearer }: ToldTransferProps) {
  const { id, toldTransfer: told, instalments, receivedPaise, withheldPaise, dueNextPaise } = adoption;
  const isInParts = instalments.length > 0 || receivedPaise + withheldPaise > 0;
  const t = await getTranslations('adoptionPage.told');
  const locale = await getLocale();
  const { confirmDays } = await readSettings('terms');
  return (
    <>
      {told && (
        <Note kind="time">
          <p>
            {t('told', {
              date: formatDate(told.toldAt, locale),
              days: confirmDays,
              amount: told.amountPaise === null ? 'none' : formatINR(told.amountPaise),
            })}
          </p>
          <p className="text-small wrap-anywhere">
            {t('about', { utr: told.utr, date: formatDate(indianDay(told.paidOn), locale) })}
            {told.tdsPaise > 0 && <span>{` ${t('tds', { amount: formatINR(told.tdsPaise) })}`}</span>}
          </p>
        </Note>
      )}
      {mayTell && (
        <TellTransferForm
          key={told?.toldAt.getTime()}
          billingId={id}
          told={told}
          partPaise={isInParts ? dueNextPaise : null}
          bearer={bearer}
        />
      )}
    </>
  );
}
