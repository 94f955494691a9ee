'use client';

import { LoaderCircle } from 'lucide-react';
import { useLinkStatus } from 'next/link';
import type { ReactNode } from 'react';

/** Inside a link: replaces its children with a spinner while the linked page is loading. */
export function LinkPending({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return pending ? <LoaderCircle aria-hidden className="size-3.5 shrink-0 animate-spin" /> : children;
}
