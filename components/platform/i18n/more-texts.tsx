import type { ReactNode } from 'react';
import type { Area } from '@/lib/platform/i18n/areas';
import { areaMessages, getLocale } from '@/lib/platform/i18n/server';
import { MoreTextProvider } from './more-text-provider';

/** Adds the texts of an area within another one, for the client components of some of its pages. */
export async function MoreTexts({ area, children }: { area: Area; children: ReactNode }) {
  return <MoreTextProvider messages={areaMessages(await getLocale(), area)}>{children}</MoreTextProvider>;
}
