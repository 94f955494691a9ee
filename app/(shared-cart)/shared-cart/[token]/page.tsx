import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { SharedCartView } from '@/components/selection/shared-cart/shared-cart-view';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readReceiver, readSharedCart } from '@/lib/selection/shared-cart/queries';
import { readSegment } from '@/lib/platform/site/segment';

/** Rendered on each request: with the prices and seats of now. */
export const dynamic = 'force-dynamic';

/** The address is a secret: next.config.mjs keeps it from caches, search engines and the Referer header. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('sharedCart'))('title'), robots: { index: false, follow: false } };
}

type SharedCartProps = { params: Promise<{ token: string }> };

/** /shared-cart/{token}: a cart that somebody shared, read-only. */
export default async function SharedCartPage({ params }: SharedCartProps) {
  const token = readSegment((await params).token) ?? '';
  const cart = await readSharedCart(token);
  if (!cart) notFound();
  return (
    <SitePage>
      <NoScript />
      <SharedCartView cart={cart} token={token} receiver={await readReceiver()} />
    </SitePage>
  );
}
