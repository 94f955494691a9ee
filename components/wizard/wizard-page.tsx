import { Suspense } from 'react';
import { LoadFailure } from '@/components/course/load-failure';
import { LoadNotice } from '@/components/course/load-notice';
import { loadCoursesForPage } from '@/components/selection/load-courses';
import { SelectionOwner } from '@/components/selection/owner';
import { byTypeThenBranch } from '@/lib/catalogue/rules';
import { getErrorText, getTranslations } from '@/lib/i18n/server';
import type { SponsorScope } from '@/lib/identity/session';
import { Wizard } from './wizard';
import { WizardSkeleton } from './wizard-skeleton';

/** The wizard as a page, under both of its addresses: the frame immediately, the courses when they are loaded. */
export function WizardPage({ scope }: { scope: SponsorScope }) {
  return (
    <div className={frame}>
      <SelectionOwner userId={scope.userId} />
      <Suspense fallback={<WizardSkeleton />}>
        <Courses holder={scope.userId} />
      </Suspense>
    </div>
  );
}

/** The wizard while the server checks the session. */
export function WizardLoading() {
  return (
    <div className={frame}>
      <WizardSkeleton />
    </div>
  );
}

const frame = 'flex grow flex-col [&_.wrap]:mx-0';

async function Courses({ holder }: { holder: string }) {
  const load = await loadCoursesForPage({ holder });
  if (!load.ok) {
    return (
      <div className="wrap grid gap-5 py-8">
        <h1>{(await getTranslations('wizard'))('title')}</h1>
        <LoadFailure message={await getErrorText(load.code)} />
      </div>
    );
  }
  return (
    <>
      <Wizard courses={load.courses.toSorted(byTypeThenBranch)} />
      <LoadNotice key={crypto.randomUUID()} dropped={load.dropped} />
    </>
  );
}
