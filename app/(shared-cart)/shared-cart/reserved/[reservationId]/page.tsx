import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { ReservedCartView } from '@/components/selection/shared-cart/reserved-cart-view';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readReservedCart } from '@/lib/selection/shared-cart/queries';

/** Rendered on each request: with the seats of now. */
export const dynamic = 'force-dynamic';

/** The address is only known to those who got the link, as that of a shared cart. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('sharedCart.reserved'))('meta'), robots: { index: false, follow: false } };
}

type ReservedProps = { params: Promise<{ reservationId: string }> };

/** /shared-cart/reserved/{reservationId}: the seats of a reservation, for whoever got its link. */
export default async function ReservedCartPage({ params }: ReservedProps) {
  const cart = await readReservedCart((await params).reservationId);
  if (!cart) notFound();
  return (
    <SitePage>
      <NoScript />
      <ReservedCartView cart={cart} />
    </SitePage>
  );
}
