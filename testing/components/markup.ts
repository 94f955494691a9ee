import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';

/** The HTML of what a page or component renders, once everything it waits for is there. */
export async function markupOf(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element);
  return new Response(prelude).text();
}
