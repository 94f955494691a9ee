'use client';

import {
  Calculator,
  CalendarCheck,
  FileText,
  GraduationCap,
  LayoutGrid,
  Map as MapIcon,
  User,
  type LucideIcon,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { AREA_HREF, AREAS, areaOf, type Area } from './areas';
import { sidebarLink, sidebarRow } from './rows';

const ICONS: Record<Area, LucideIcon> = {
  dashboard: LayoutGrid,
  adoptions: FileText,
  yearEnd: CalendarCheck,
  region: MapIcon,
  plan: Calculator,
  selection: GraduationCap,
  profile: User,
};

const currentRow = cn(
  sidebarRow,
  'rounded-none bg-neel-2 font-semibold text-on-neel shadow-[inset_0_-3px_0_var(--marigold)]',
  'forced-colors:outline-3 forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]',
);

type SidebarLinksProps = { pathname: string; mayAdopt: boolean; onGo: () => void };

/**
 * The entries of the sidebar. 'Course Selection' is plain text, shown only while it is the current area (R-SHELL-08,
 * R-SHELL-09). The map and the plan are for who may choose seats.
 */
export function SidebarLinks({ pathname, mayAdopt, onGo }: SidebarLinksProps) {
  const t = useTranslations('shell');
  const area = areaOf(pathname);
  const shown = (each: Area) =>
    (AREA_HREF[each] !== null || each === area) && ((each !== 'region' && each !== 'plan') || mayAdopt);
  return (
    <nav aria-label={t('nav')}>
      <ul className="grid gap-0.5">
        {AREAS.filter(shown).map((each) => {
          const [href, Icon] = [AREA_HREF[each], ICONS[each]];
          const here = each !== area ? undefined : href === null || href === pathname ? 'page' : 'true';
          const content = (
            <>
              <Icon aria-hidden />
              {t(each)}
            </>
          );
          return (
            <li key={each}>
              {href === null ? (
                <span aria-current={here} className={currentRow}>
                  {content}
                </span>
              ) : (
                <Link
                  href={href}
                  prefetch={null}
                  onClick={onGo}
                  aria-current={here}
                  className={here ? currentRow : sidebarLink}
                >
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
