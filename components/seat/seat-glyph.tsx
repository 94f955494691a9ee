import { SEAT_SHAPES, type SeatState } from '@/lib/seat/rules';
import { cn } from '@/components/ui/cn';

/** One seat as an icon; takes the text's colour unless `className` fills it. */
export function SeatGlyph({ state, className }: { state: SeatState; className?: string }) {
  return (
    <svg
      viewBox="0 0 7 7"
      aria-hidden
      className={cn('size-[1em] shrink-0 fill-current', className)}
      shapeRendering="crispEdges"
    >
      <path fillRule="evenodd" d={`M0 0${SEAT_SHAPES[state]}`} />
    </svg>
  );
}
