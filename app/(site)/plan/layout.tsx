import type { ReactNode } from 'react';
import { MoreTexts } from '@/components/platform/i18n/more-texts';

/** Provides the texts of plans. */
export default function PlanLayout({ children }: { children: ReactNode }) {
  return <MoreTexts area="plan">{children}</MoreTexts>;
}
