'use client';

import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

type FoldProps = { id: string; title: string; open?: boolean; children: ReactNode };

/** A part of the page that its heading unfolds; open from the start if the address names it, or a part of it. */
export function Fold({ id, title, open = false, children }: FoldProps) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const reveal = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!target || !element.current?.contains(target)) return;
      element.current.open = true;
      target.scrollIntoView();
    };
    reveal();
    window.addEventListener('hashchange', reveal);
    return () => window.removeEventListener('hashchange', reveal);
  }, []);
  return (
    <details ref={element} open={open} className="group border-b border-line">
      <summary className="flex min-h-tap cursor-pointer list-none items-center justify-between gap-3 py-1 [&::-webkit-details-marker]:hidden">
        <h2 className="text-h3">{title}</h2>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform duration-(--calm) group-open:rotate-180 print:hidden"
        />
      </summary>
      {/* Browsers open a closed part for a target inside it, also without JavaScript. */}
      <div id={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 pt-1 pb-5">
        {children}
      </div>
    </details>
  );
}
