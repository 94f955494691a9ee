import type { Metadata } from 'next';
import { CartView } from '@/components/cart/cart-view';
import { SitePage } from '@/components/site/page';
import { getTranslations } from '@/lib/text/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('cart'))('title') };
}

/** /cart: the cart lives in the browser, so the page itself is static. */
export default function CartPage() {
  return (
    <SitePage>
      <CartView />
    </SitePage>
  );
}
