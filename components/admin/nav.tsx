'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useState } from 'react';
import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { callAsAdmin } from '@/lib/api/client/admin';
import { formatCount } from '@/lib/platform/format-count';

type AdminNavProps = {
  /** Names the links for screen readers. */
  label: string;
  /** `exact`: only current on the page itself, not on those below it; `also`: pages elsewhere on which it is current, too. */
  pages: readonly { path: string; name: string; exact?: boolean; also?: readonly string[] }[];
  /** Number of items that need attention; null if unknown. */
  attention?: number | null;
};

const link =
  'flex min-h-tap items-center px-0.5 whitespace-nowrap text-inherit no-underline hover:underline underline-offset-4 lg:min-h-13';
const currentLink =
  'shadow-[inset_0_-3px_0_var(--marigold)] forced-colors:outline-3 forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]';

/** The links of the bar; marigold marks the current page, also for its subpages. */
export function AdminNav({ label, pages, attention: rendered = null }: AdminNavProps) {
  const pathname = usePathname();
  const attention = useAttention(rendered, pathname);
  return (
    <nav aria-label={label} className="max-lg:order-last max-lg:basis-full">
      <ul className="flex flex-wrap gap-x-3.5 max-lg:sm:gap-x-5 2xl:gap-x-5">
        {pages.map(({ path, name, exact = false, also = [] }) => {
          const isWithin = (!exact && pathname.startsWith(`${path}/`)) || also.includes(pathname);
          const here = pathname === path ? 'page' : isWithin ? 'true' : undefined;
          return (
            <li key={path}>
              <Link href={path} aria-current={here} className={cn(link, here && currentLink)}>
                {name}
                {path === '/admin/attention' && attention !== null && attention > 0 && (
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

const MINUTE_MS = 60_000;

/** Returns the number of items that need attention: as rendered, then as counted on other pages and every minute while the tab is visible. */
function useAttention(rendered: number | null, pathname: string): number | null {
  const [counted, setCounted] = useState({ rendered, count: rendered });
  // Layouts are not rendered again when a link is followed.
  const [renderedOn] = useState(pathname);
  useEffect(() => {
    // Nothing is shown, and nobody may be logged in.
    if (rendered === null) return;
    const count = () => {
      if (document.visibilityState !== 'visible') return;
      void callAsAdmin('GET /admin/attention', { isAutomatic: true }).then(
        (answer) => answer.ok && setCounted({ rendered, count: answer.data.count }),
      );
    };
    if (pathname !== renderedOn) count();
    const timer = setInterval(count, MINUTE_MS);
    return () => clearInterval(timer);
  }, [rendered, renderedOn, pathname]);
  return counted.rendered === rendered ? counted.count : rendered;
}
