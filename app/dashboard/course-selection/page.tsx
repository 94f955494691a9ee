import type { Metadata } from 'next';
import { WizardPage } from '@/components/wizard/wizard-page';
import { getTranslations } from '@/lib/i18n/server';
import { requireSponsorPage } from '@/lib/identity/session';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('wizard'))('title') };
}

/** /dashboard/course-selection: the same wizard under its other address (R-DSEL-12, A-56). */
export default async function CourseSelectionPage() {
  return <WizardPage scope={await requireSponsorPage()} />;
}
