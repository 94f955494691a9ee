import type { Metadata } from 'next';
import { WizardPage, type WizardProps } from '@/components/checkout/wizard/wizard-page';
import { getTranslations } from '@/lib/platform/i18n/server';
import { requireSponsorPage } from '@/lib/accounts/session';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('wizard'))('title') };
}

/** /dashboard/course-selection: a second address of the wizard. */
export default async function CourseSelectionPage({ searchParams }: WizardProps) {
  const scope = await requireSponsorPage();
  return <WizardPage scope={scope} path="/dashboard/course-selection" search={await searchParams} />;
}
