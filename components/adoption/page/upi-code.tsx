import { formatINR } from '@/lib/platform/money';
import { getTranslations } from '@/lib/platform/i18n/server';
import { qrCode } from '@/lib/platform/qr';
import { upiLink } from '@/lib/settings/upi';

type UpiCodeProps = { upiId: string; name: string; paise: number; reference: string };

/** The amount and the reference for a UPI app. */
export async function UpiCode({ upiId, name, paise, reference }: UpiCodeProps) {
  const t = await getTranslations('adoptionPage.pay');
  const { path, size } = qrCode(upiLink({ upiId, name }, paise, reference));
  return (
    <div className="flex flex-wrap items-center gap-4 print:hidden">
      {/* Black on white in both colour schemes: cameras need the contrast. */}
      <svg
        role="img"
        aria-label={t('upiCode')}
        viewBox={`0 0 ${size} ${size}`}
        className="size-40"
        shapeRendering="crispEdges"
      >
        <rect width={size} height={size} fill="white" />
        <path d={path} fill="black" />
      </svg>
      <p className="min-w-0 grow basis-48 wrap-anywhere">{t('upi', { upiId, amount: formatINR(paise) })}</p>
    </div>
  );
}
