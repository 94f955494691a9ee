import { PaymentSkeleton } from '@/components/checkout/payment/payment-skeleton';
import { DashboardPage } from '@/components/platform/shell/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Shown while the server checks for held seats. */
export default async function PaymentLoading() {
  const t = await getTranslations('dashboardPayment');
  return (
    <DashboardPage narrow className="max-md:pt-1">
      <BackLink href="/dashboard/course-selection">{t('back')}</BackLink>
      <h1 className="-mt-3 mb-2">{t('title')}</h1>
      <PaymentSkeleton />
    </DashboardPage>
  );
}
