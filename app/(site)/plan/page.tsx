import type { Metadata } from 'next';
import { PlanPage } from '@/components/selection/plan/plan-page';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({ path: '/plan', title: (await getTranslations('plan'))('title'), text: 'plan' });
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** /plan: seats that fit a budget. */
export default async function Plan({ searchParams }: Props) {
  return (
    <SitePage tall data-type="all">
      <NoScript />
      <PlanPage flow="public" params={await searchParams} />
    </SitePage>
  );
}
