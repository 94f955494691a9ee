import type { Metadata } from 'next';
import { WizardPage } from '@/components/wizard/wizard-page';
import { getTranslations } from '@/lib/i18n/server';
import { requireSponsorPage } from '@/lib/identity/session';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('wizard'))('title') };
}

/** /dashboard/new-course-selection: the wizard (R-WIZ-01). */
export default async function NewCourseSelectionPage() {
  return <WizardPage scope={await requireSponsorPage()} />;
}
