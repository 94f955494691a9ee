import { SEAT_SHAPES, type SeatState } from '@/lib/selection/seat-drawing';
import { cn } from './cn';

/** A seat icon; uses the text colour unless `className` sets a fill. */
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
