'use client';

import { SeatField } from '@/components/catalogue/seat/seat-field';
import { Skeleton } from '@/components/platform/ui/skeleton';

/**
 * Placeholders of course cards, of the same size with all seats outlined, so that nothing shifts. A client component: on
 * the server its drawings would be part of the data of every page, also where they are not shown.
 */
export function CardSkeletons() {
  return (
    <div className="course-list">
      <div className="courses">
        {[1, 2, 3, 4].map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div className="course">
      <p className="name text-[1.3125rem] leading-(--lh-head)">
        <Skeleton className="h-[1lh] w-48 max-w-full align-top" />
      </p>
      <p className="meta">
        <Skeleton className="h-[1lh] w-16 leading-tight" />
        <Skeleton className="h-[1lh] w-28" />
      </p>
      <p className="price">
        <Skeleton className="h-[1lh] w-24" />
        <br />
        <Skeleton className="h-[1lh] w-32" />
      </p>
      <div className="classroom">
        <SeatField total={60} taken={0} className="skeleton bg-transparent" />
      </div>
      <p className="flex min-h-tap items-center gap-2.5 self-end [grid-area:pick]">
        <Skeleton className="size-6" />
        <Skeleton className="h-6 w-28" />
      </p>
    </div>
  );
}
