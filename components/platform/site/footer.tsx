import type { ReactNode } from 'react';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';
import { FooterAccount } from './footer-account';

/** The pages about the website, in the order of the footer. */
export const INFO_PAGES = ['about', 'contact', 'privacy', 'terms', 'open-data'] as const;

/** The footer of the public pages, below the woven border. */
export async function SiteFooter() {
  const t = await getTranslations('common');
  const auth = await getTranslations('auth');
  return (
    <div className="print:hidden">
      <div className="weave" />
      <footer className="on-neel bg-neel text-small text-on-neel-2">
        <div className="wrap grid gap-x-12 gap-y-2 py-5 md:grid-cols-3 md:py-6">
          <FooterGroup id="footer-adopt" title={t('footer.adopt')}>
            <Link href="/#courses" className={footerLink}>
              {t('nav.courses')}
            </Link>
            <Link href="/plan" className={footerLink}>
              {t('nav.plan')}
            </Link>
            <Link href="/cart" className={footerLink}>
              {t('nav.cart')}
            </Link>
            <Link href="/adoptions" className={footerLink}>
              {t('nav.adoptions')}
            </Link>
            <Link href="/verify" className={footerLink}>
              {t('nav.verify')}
            </Link>
          </FooterGroup>
          <FooterGroup id="footer-accounts" title={t('footer.accounts')}>
            <FooterAccount
              texts={{ signIn: auth('signIn'), register: auth('register.title'), dashboard: auth('dashboard') }}
              className={footerLink}
            />
            <Link href="/office/login" className={footerLink}>
              {t('nav.institutes')}
            </Link>
          </FooterGroup>
          <FooterGroup id="footer-site" title={t('footer.site')}>
            {INFO_PAGES.map((page) => (
              <Link key={page} href={`/${page}`} className={footerLink}>
                {t(`nav.${page}`)}
              </Link>
            ))}
            <Link href="/docs/api" className={footerLink}>
              {t('nav.developers')}
            </Link>
          </FooterGroup>
          <p className="md:col-span-3">{t('copyright')}</p>
        </div>
      </footer>
    </div>
  );
}

type FooterGroupProps = { id: string; title: string; children: ReactNode };

const FooterGroup = ({ id, title, children }: FooterGroupProps) => (
  <nav aria-labelledby={id}>
    <p id={id} className="font-semibold">
      {title}
    </p>
    <div className="flex flex-wrap gap-x-4 min-[22.5rem]:gap-x-6">{children}</div>
  </nav>
);

const footerLink = 'inline-flex min-h-tap items-center text-on-neel';
