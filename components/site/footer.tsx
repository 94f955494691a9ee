import Link from 'next/link';
import { getTranslations } from '@/lib/i18n/server';

/** The footer of the public pages, below the woven border. */
export async function SiteFooter() {
  const t = await getTranslations('common');
  const auth = await getTranslations('auth');
  return (
    <div className="print:hidden">
      <div className="weave" />
      <footer className="on-neel bg-neel text-small text-on-neel-2">
        <div className="wrap flex flex-wrap items-center gap-x-4 py-4 min-[22.5rem]:gap-x-6">
          <span className="me-auto max-[30rem]:basis-full max-[30rem]:py-1">{t('copyright')}</span>
          <Link href="/#courses" className="inline-flex min-h-tap items-center text-on-neel">
            {t('nav.courses')}
          </Link>
          <Link href="/cart" className="inline-flex min-h-tap items-center text-on-neel">
            {t('nav.cart')}
          </Link>
          <Link href="/login" className="inline-flex min-h-tap items-center text-on-neel">
            {auth('signIn')}
          </Link>
          <Link href="/register" className="inline-flex min-h-tap items-center text-on-neel">
            {auth('register.title')}
          </Link>
          <Link href="/docs/api" className="inline-flex min-h-tap items-center text-on-neel">
            {t('nav.developers')}
          </Link>
        </div>
      </footer>
    </div>
  );
}
