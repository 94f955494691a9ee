import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Provides the texts of the map. */
export default function RegionLayout({ children }: { children: ReactNode }) {
  return <MoreTexts area="region">{children}</MoreTexts>;
}
