import { Search, ShoppingCart, User } from 'lucide-react';
import { AccountLink } from './account-link';
import { CartLink } from './cart-link';
import { Brand } from './brand';
import { LanguageChoice } from '@/components/platform/i18n/language-choice';
import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { getTranslations } from '@/lib/platform/i18n/server';

/** The largest number that fits into the badge of the cart. */
const MAX_BADGE = 999;

type SiteHeaderProps = { cloth?: boolean; wide?: boolean; oneLanguage?: boolean };

/** The header of the public pages; `cloth` makes it indigo, as on the landing page. */
export async function SiteHeader({ cloth = false, wide = false, oneLanguage = false }: SiteHeaderProps) {
  const t = await getTranslations('common');
  const auth = await getTranslations('auth');
  const search = await getTranslations('search');
  return (
    <header
      className={cn(
        'border-b print:hidden',
        cloth ? 'on-neel border-neel-line bg-neel text-on-neel' : 'border-line bg-paper text-ink',
      )}
    >
      <div
        className={cn(
          'wrap flex min-h-14 flex-wrap items-center gap-x-1 min-[22.5rem]:gap-x-2 md:min-h-15 md:gap-x-6',
          wide && 'max-w-none',
        )}
      >
        <Brand />
        <nav
          aria-label={t('nav.menu')}
          className="flex flex-wrap items-center gap-x-1 min-[26rem]:gap-x-2 min-[30rem]:gap-x-4 md:gap-x-6"
        >
          <AccountLink
            signIn={auth('signIn')}
            dashboard={auth('dashboard')}
            greeting={auth('login.done')}
            icon={<User aria-hidden className="size-5 min-[30rem]:hidden" />}
            className={cn(navPart, 'grid justify-items-end max-[30rem]:w-11 max-[30rem]:justify-items-center')}
          />
          {/* On phones the brand links there as well, and space is scarce. */}
          <Link href="/#courses" className={cn(navLink, 'max-[30rem]:hidden')}>
            {t('nav.courses')}
          </Link>
          <Link href="/plan" className={cn(navLink, 'max-md:hidden')}>
            {t('nav.plan')}
          </Link>
          <Link href="/search" className={cn(navLink, 'min-w-6 justify-center')}>
            <Search aria-hidden className="size-5" />
            <span className="sr-only">{search('open')}</span>
          </Link>
          {!oneLanguage && <LanguageChoice className={navLink} />}
          <CartLink
            label={t('nav.cart')}
            icon={<ShoppingCart aria-hidden className="size-5 md:hidden" />}
            count={{ one: t('cartCount.one'), other: t('cartCount.other', { seats: '{seats}' }) }}
            max={{ seats: MAX_BADGE, text: t('cartMany', { most: MAX_BADGE }) }}
            className={navLink}
          />
        </nav>
      </div>
    </header>
  );
}

const navPart =
  'min-h-tap items-center text-small min-[22.5rem]:gap-2 whitespace-nowrap text-inherit no-underline hover:underline';
const navLink = cn(navPart, 'inline-flex max-[22.5rem]:gap-1.5');
