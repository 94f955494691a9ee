import { courseTypeSlug } from '@/lib/catalogue/schema';
import type { GivenParams } from '@/lib/platform/search-params';
import type { SponsorScope } from '@/lib/accounts/session';
import { CourseList } from './course-list';
import type { ListParams } from './load-courses';
import { SelectionOwner } from './owner';

/** A city's courses inside the dashboard. */
export function DashboardCity({ scope, ...params }: ListParams & { scope: SponsorScope; search: GivenParams }) {
  return (
    <div data-type={courseTypeSlug(params.courseType)} className="flex grow flex-col [&_.wrap]:mx-0">
      <SelectionOwner userId={scope.personId} />
      <CourseList {...params} holder={scope} flow="dashboard" />
    </div>
  );
}
