import type { Metadata } from 'next';
import { CartView } from '@/components/selection/cart/cart-view';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata } from '@/lib/platform/site/metadata';

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({ path: '/cart', title: (await getTranslations('cart'))('title'), text: 'cart' });
}

/** /cart: the cart is stored in the browser, so the server renders only the frame. */
export default function CartPage() {
  return (
    <SitePage tall>
      <NoScript />
      <CartView />
    </SitePage>
  );
}
