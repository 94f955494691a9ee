import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static.edge';

/** Returns the HTML of a page or component once all its promises are resolved. */
export async function markupOf(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(element);
  return new Response(prelude).text();
}
