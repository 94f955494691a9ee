import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from './link';

/** The back link at the top of a page. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-tap items-center gap-1.5 justify-self-start text-small text-ink-2 no-underline hover:text-ink hover:underline print:hidden"
    >
      <ArrowLeft aria-hidden className="size-5" />
      {children}
    </Link>
  );
}
