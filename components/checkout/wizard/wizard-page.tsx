import type { CourseType } from '@/db/schema/enums';
import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { LoadNotice } from '@/components/catalogue/course/load-notice';
import { ListFilterForm } from '@/components/selection/list-filter';
import { ListNotice } from '@/components/selection/list-notice';
import { QueryNotices } from '@/components/selection/search/query-notices';
import { SELECTION_FLOWS } from '@/components/selection/selection-flows';
import { loadCoursesForPage } from '@/components/selection/load-courses';
import { SelectionOwner } from '@/components/selection/owner';
import { Pager } from '@/components/platform/ui/pager';
import { getNames } from '@/lib/catalogue/localized-names';
import { DASHBOARD_TYPES, type Course } from '@/lib/catalogue/schema';
import { withQuery } from '@/lib/platform/with-query';
import { amountOf, listHref, parseListFilter } from '@/lib/catalogue/list/filter';
import { namedSessions } from '@/lib/catalogue/queries';
import { pageOfCategory } from '@/lib/catalogue/list/rules';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import type { SponsorScope } from '@/lib/accounts/session';
import { Wizard } from './wizard';
import { WizardSkeleton } from './wizard-skeleton';

/** The properties of the pages that show the wizard. */
export type WizardProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

type WizardPageProps = {
  scope: SponsorScope;
  /** Its address: the wizard has two. */
  path: string;
  /** The step, from 1, and the search, filters and page of its courses. */
  search: Awaited<WizardProps['searchParams']>;
};

/** The wizard as a page: one page of the courses of one step. */
export async function WizardPage({ scope, path, search }: WizardPageProps) {
  const requestedStep = DASHBOARD_TYPES.findIndex((_, index) => search.step === String(index + 1)) + 1;
  const step = requestedStep || 1;
  const courseType = DASHBOARD_TYPES[step - 1]!;
  const load = await loadCoursesForPage({ holder: scope, courseType });
  return (
    <div className={frame}>
      <SelectionOwner userId={scope.personId} />
      {load.ok ? (
        <>
          <Step
            path={path}
            step={step}
            given={requestedStep > 0}
            search={search}
            courseType={courseType}
            all={load.courses}
          />
          <LoadNotice key={crypto.randomUUID()} dropped={load.dropped} />
        </>
      ) : (
        <div className="wrap grid gap-5 py-8">
          <h1>{(await getTranslations('wizard'))('title')}</h1>
          <LoadFailure message={await getErrorText(load.code)} />
        </div>
      )}
    </div>
  );
}

/** The wizard while the server checks the session and loads the courses. */
export function WizardLoading() {
  return (
    <div className={frame}>
      <WizardSkeleton />
    </div>
  );
}

const frame = 'flex grow flex-col [&_.wrap]:mx-0';

type StepProps = Pick<WizardPageProps, 'path' | 'search'> & {
  step: number;
  given: boolean;
  courseType: CourseType;
  /** All courses of the step. */
  all: readonly Course[];
};

async function Step({ path, step, given, search, courseType, all }: StepProps) {
  const [t, find] = [await getTranslations('wizard'), await getTranslations('list.find')];
  const category = (await getNames()).type(courseType);
  const { filter, page: requested, problems } = parseListFilter(search);
  const { sections, found, query, page, pages, first, missing } = pageOfCategory(all, filter, requested);
  const sessions = await namedSessions();
  const courses = sections.flatMap((section) => section.courses);
  const address = withQuery(path, { step: String(step) });
  return (
    <Wizard
      path={path}
      step={step}
      given={given}
      courses={courses}
      isEmpty={all.length === 0}
      isPart={courses.length < all.length}
      isNamed={sessions.length > 0}
      budgetPaise={amountOf(filter.budget)}
      before={
        <>
          <ListNotice problems={problems} missing={missing} />
          <ListFilterForm key={step} path={address} filter={filter} institutes={null} sessions={sessions} />
          {query && <QueryNotices query={query} isFound={found > 0} plan={SELECTION_FLOWS.dashboard.plan} />}
          {courses.length < all.length && (
            <p role="status" className="text-small text-ink-2">
              {pages > 1
                ? find('foundPart', { found, first, last: first + courses.length - 1 })
                : t('search.found', { found, all: all.length, category })}
            </p>
          )}
        </>
      }
      after={
        <Pager label={find('pages')} page={page} pages={pages} href={(number) => listHref(address, filter, number)} />
      }
    />
  );
}
