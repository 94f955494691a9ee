import { SeatField } from '@/components/seat/seat-field';
import { Skeleton } from '@/components/ui/skeleton';
import { CARD } from './card-layout';

/** The placeholder of a course card, of the same size with all seats outlined, so that nothing shifts. */
export function CardSkeleton() {
  return (
    <div className={`${CARD} border-line bg-surface pb-1`}>
      <p className="text-[1.3125rem] leading-(--lh-head) [grid-area:name]">
        <Skeleton className="h-[1lh] w-48 max-w-full align-top" />
      </p>
      <p className="flex gap-x-3 text-small [grid-area:meta] max-md:flex-col">
        <Skeleton className="h-[1lh] w-16 leading-tight" />
        <Skeleton className="h-[1lh] w-28" />
      </p>
      <p className="grid text-small [grid-area:price]">
        <Skeleton className="h-[1lh] w-24 md:w-48" />
        <Skeleton className="h-[1lh] w-32 md:hidden" />
      </p>
      <SeatField total={60} taken={0} className="skeleton mt-1.5 self-start bg-transparent [grid-area:seats]" />
      <p className="flex min-h-tap items-center gap-2.5 self-end [grid-area:pick]">
        <Skeleton className="size-6" />
        <Skeleton className="h-6 w-28" />
      </p>
    </div>
  );
}
