import { SeatField } from '@/components/seat/seat-field';
import { Skeleton } from '@/components/ui/skeleton';

/** The place of a course card that is loading: its own measures, all seats outlined, so that nothing jumps. */
export function CardSkeleton() {
  return (
    <div className="flex justify-between gap-4 rounded-2 border border-line bg-surface p-4 md:px-6">
      <div className="grid gap-1">
        <Skeleton className="h-6 w-48 max-w-full" />
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-5 w-44" />
        <Skeleton className="mt-3 mb-2 h-6 w-36" />
      </div>
      <SeatField total={60} adopted={0} className="skeleton mt-1.5 bg-transparent max-[22.5rem]:hidden" />
    </div>
  );
}
