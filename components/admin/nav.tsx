'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/lib/core/format-count';

/** The pages of the area in the order of the bar. */
const PAGES = [
  ['dashboard', '/admin/dashboard'],
  ['attention', '/admin/attention'],
  ['users', '/admin/users'],
  ['catalogue', '/admin/catalogue'],
  ['audit', '/admin/audit'],
  ['settings', '/admin/settings'],
  ['administrators', '/admin/administrators'],
  ['billing.title', '/admin/billing'],
] as const;

const link =
  'flex min-h-tap items-center px-0.5 whitespace-nowrap text-inherit no-underline hover:underline underline-offset-4 lg:min-h-13';
const currentLink =
  'shadow-[inset_0_-3px_0_var(--marigold)] forced-colors:outline-3 forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]';

/**
 * The links of the bar; marigold marks the current page, also for its subpages.
 * @param attention number of items that need attention; null if unknown
 * @param isOwner whether the page of the administrators is shown
 */
export function AdminNav({ attention, isOwner }: { attention: number | null; isOwner: boolean }) {
  const t = useTranslations('admin');
  const pathname = usePathname();
  return (
    <nav aria-label={t('nav')} className="max-lg:order-last max-lg:basis-full">
      <ul className="flex flex-wrap gap-x-3.5 sm:gap-x-5">
        {PAGES.filter(([page]) => isOwner || page !== 'administrators').map(([page, href]) => {
          const here = pathname === href ? 'page' : pathname.startsWith(`${href}/`) ? 'true' : undefined;
          return (
            <li key={page}>
              <Link href={href} aria-current={here} className={cn(link, here && currentLink)}>
                {t(page)}
                {page === 'attention' && attention !== null && attention > 0 && (
                  <span className="ms-1.5 rounded-2 bg-on-neel px-1.5 text-cap font-semibold text-neel tabular-nums">
                    {formatCount(attention)}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
