import type { ComponentProps, ReactNode } from 'react';
import { SiteFooter } from './footer';
import { SiteHeader } from './header';
import { cn } from '@/components/platform/ui/cn';

type SitePageProps = ComponentProps<'main'> & {
  cloth?: boolean;
  wide?: boolean;
  footer?: boolean;
  tall?: boolean;
  oneLanguage?: boolean;
  children: ReactNode;
};

/**
 * A public page: header, main content, footer. `footer={false}` where a map fills the screen; `tall` where the content
 * streams in: the footer starts off screen, so that nothing visible shifts; `oneLanguage` where no other language
 * exists.
 */
export function SitePage({
  cloth,
  wide,
  footer = true,
  tall,
  oneLanguage,
  className,
  children,
  ...main
}: SitePageProps) {
  return (
    <>
      <SiteHeader cloth={cloth} wide={wide} oneLanguage={oneLanguage} />
      <main
        id="content"
        tabIndex={-1}
        className={cn('flex-1 outline-none', tall && 'min-h-[calc(100dvh-3.5rem)]', className)}
        {...main}
      >
        {children}
      </main>
      {footer && <SiteFooter />}
    </>
  );
}
