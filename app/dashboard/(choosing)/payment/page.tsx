import type { Metadata } from 'next';
import { Offer } from '@/components/checkout/offer';
import { PaymentScreen } from '@/components/checkout/payment/payment-screen';
import type { ServerHold } from '@/components/checkout/payment/payment-store';
import { DashboardPage } from '@/components/platform/shell/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { liveHold } from '@/lib/adoption/take/queries';
import { supportContact } from '@/lib/settings/support-contact';
import { formatDate } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { includesRole } from '@/lib/accounts/company-roles';
import { readProfile } from '@/lib/accounts/queries';
import { requireSponsorPage, type SponsorScope } from '@/lib/accounts/session';
import { codeDelivery } from '@/lib/delivery/transport';
import { indianMobile, maskEmail, maskPhone } from '@/lib/accounts/codes/rules';
import { paymentProvider } from '@/lib/money/provider';
import { isBeingConfirmed } from '@/lib/money/queries';
import { readSettings } from '@/lib/settings/queries';
import { listApprovers } from '@/lib/selection/shared-cart/approval';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('dashboardPayment'))('title') };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** /dashboard/payment: held seats come from the server, so that a reload restores them. */
export default async function DashboardPaymentPage() {
  const t = await getTranslations('dashboardPayment');
  const scope = await requireSponsorPage();
  const locale = await getLocale();
  const [server, profile, { transferDays: days }, { accountNumber }, approvers] = await Promise.all([
    readHold(scope),
    readProfile(scope),
    readSettings('terms'),
    readSettings('body'),
    listApprovers(scope),
  ]);
  const provider = paymentProvider();
  const phone = indianMobile(profile.phone_number);
  return (
    <DashboardPage narrow className="max-md:pt-1">
      <BackLink href="/dashboard/course-selection">{t('back')}</BackLink>
      <h1 className="-mt-3 mb-2">{t('title')}</h1>
      <Offer />
      <PaymentScreen
        userId={scope.personId}
        server={server}
        profile={profile}
        recipient={{
          phone: phone && maskPhone(phone),
          email: codeDelivery() === 'email' ? maskEmail(profile.email) : null,
        }}
        noMoney={provider?.isTest ? (provider.name === 'sandbox' ? 'sandbox' : 'test') : null}
        mayPay={includesRole(scope.role, 'pay')}
        maxPaise={provider?.maxPaise ?? null}
        transfer={
          accountNumber === '' ? null : { days, until: formatDate(new Date(server.readAt + days * DAY_MS), locale) }
        }
        approvers={approvers.map(({ name }) => name)}
        contact={await supportContact(locale)}
      />
    </DashboardPage>
  );
}

async function readHold(scope: SponsorScope): Promise<ServerHold> {
  const hold = await liveHold(scope);
  if (!hold) return { readAt: Date.now(), hold: null };
  const { billingId, reference, secondsLeft, lines } = hold;
  const order = lines.map(({ courseId, seats, ...line }) => ({ id: courseId, selectedSeats: seats, ...line }));
  return {
    readAt: Date.now(),
    hold: {
      billingId,
      reference,
      secondsLeft,
      order: Object.fromEntries(order.map((line) => [line.id, line])),
      isPaying: await isBeingConfirmed(scope, billingId),
    },
  };
}
