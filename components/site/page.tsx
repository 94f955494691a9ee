import type { ComponentProps, ReactNode } from 'react';
import { SiteFooter } from './footer';
import { SiteHeader } from './header';
import { cn } from '@/components/ui/cn';

type SitePageProps = ComponentProps<'main'> & {
  cloth?: boolean;
  wide?: boolean;
  footer?: boolean;
  children: ReactNode;
};

/** A public page: header, main content, footer. `footer={false}` where something docks to the bottom or a map fills the screen. */
export function SitePage({ cloth, wide, footer = true, className, children, ...main }: SitePageProps) {
  return (
    <>
      <SiteHeader cloth={cloth} wide={wide} />
      <main id="content" tabIndex={-1} className={cn('flex-1 outline-none', className)} {...main}>
        {children}
      </main>
      {footer && <SiteFooter />}
    </>
  );
}
