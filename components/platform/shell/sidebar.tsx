'use client';

import { Globe, Menu, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { Link } from '@/components/platform/ui/link';
import { SidebarLinks } from './links';
import { Logout } from './logout';
import { sidebarLink } from './rows';

type SidebarProps = {
  brand: ReactNode;
  language: ReactNode;
  /** Whether the person may choose seats. */
  mayAdopt: boolean;
};

/**
 * The sidebar of the dashboard: a rail on large screens, otherwise a bar whose button opens the same menu. The menu
 * pushes the page down instead of covering it; Escape and navigation close it.
 */
export function Sidebar({ brand, language, mayAdopt }: SidebarProps) {
  const t = useTranslations('shell');
  const common = useTranslations('common');
  const pathname = usePathname();
  const menu = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === pathname;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpenedAt(null);
    toggle.current?.focus();
  };
  // The clicked link is about to be hidden: move the focus to the page's content.
  const onGo = () => {
    if (!open) return;
    setOpenedAt(null);
    document.getElementById('content')?.focus({ preventScroll: true });
  };

  return (
    <div onKeyDown={onKeyDown} className="lg:sticky lg:top-0 lg:h-dvh print:hidden">
      <header className="flex min-h-14 items-center gap-3 border-b border-line px-gutter lg:hidden">
        {brand}
        <button
          ref={toggle}
          type="button"
          aria-label={t('menu')}
          aria-expanded={open}
          aria-controls={menu}
          onClick={() => setOpenedAt(open ? null : pathname)}
          className="-me-2.5 grid size-tap shrink-0 place-items-center"
        >
          {open ? <X aria-hidden className="size-6" /> : <Menu aria-hidden className="size-6" />}
        </button>
      </header>
      <aside
        id={menu}
        aria-label={common('productName')}
        className={cn(
          'on-neel flex-col gap-5 bg-neel p-4 text-on-neel lg:flex lg:h-full lg:overflow-y-auto',
          open ? 'flex' : 'max-lg:hidden',
        )}
      >
        <div className="flex px-2 pt-0.5 max-lg:hidden">{brand}</div>
        <SidebarLinks pathname={pathname} mayAdopt={mayAdopt} onGo={onGo} />
        <div className="mt-auto grid gap-2">
          <Link href="/" className={sidebarLink}>
            <Globe aria-hidden />
            {t('site')}
          </Link>
          {language}
          <Logout />
        </div>
      </aside>
    </div>
  );
}
