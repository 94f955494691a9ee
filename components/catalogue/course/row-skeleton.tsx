import { Skeleton } from '@/components/platform/ui/skeleton';

/** Placeholders of course rows, of about the same height, so that little shifts. */
export function RowSkeletons() {
  return (
    <div className="course-list">
      <div className="courses">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <div key={row} className="course">
            <p className="name">
              <Skeleton className="h-[1lh] w-48 max-w-full align-top" />
              <Skeleton className="mt-1 h-[1lh] w-32 max-w-full" />
            </p>
            <p className="meta">
              <Skeleton className="h-[1lh] w-28" />
            </p>
            <p className="price">
              <Skeleton className="h-[1lh] w-40 max-w-full" />
            </p>
            <p className="flex min-h-tap items-center gap-2.5 [grid-area:pick]">
              <Skeleton className="size-6" />
              <Skeleton className="h-6 w-24" />
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
