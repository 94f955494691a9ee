'use client';

import { LoaderCircle } from 'lucide-react';
import { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';

/** Inside a link: turns a wheel in place of its children while the page that the press asked for is on its way. */
export function LinkPending({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return pending ? <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" /> : children;
}
