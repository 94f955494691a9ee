import type { Metadata } from 'next';
import { Checkout } from '@/components/checkout/checkout';
import { Offer } from '@/components/checkout/offer';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { BackLink } from '@/components/platform/ui/back-link';
import { Note } from '@/components/platform/ui/note';
import { env } from '@/lib/platform/env';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readSettings } from '@/lib/settings/queries';
import { pageMetadata } from '@/lib/platform/site/metadata';

export async function generateMetadata(): Promise<Metadata> {
  const page = { path: '/payment', title: (await getTranslations('payment'))('title'), text: 'payment' } as const;
  return { ...(await pageMetadata(page)), robots: { index: false, follow: false } };
}

/** The OTP channel is read from the environment at run time. */
export const dynamic = 'force-dynamic';

/** /payment: the sponsor's details, the code, the summary and the thank-you dialog. */
export default async function PaymentPage() {
  const t = await getTranslations('payment');
  const { accountName, accountNumber, ifsc, bankName } = await readSettings('body');
  const account = accountNumber === '' ? null : { accountName, accountNumber, ifsc, bankName };
  return (
    <SitePage tall>
      <NoScript />
      <div className="wrap grid max-w-256 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-1 pb-12">
        <BackLink href="/cart">{t('back')}</BackLink>
        <h1 className="-mt-3 mb-2 max-md:text-[1.875rem] print:mt-0">{t('title')}</h1>
        <Offer />
        {account === null && <Note kind="warn">{t('noAccount')}</Note>}
        <Checkout otpMethod={env().OTP_DEFAULT_METHOD} account={account} />
      </div>
    </SitePage>
  );
}
