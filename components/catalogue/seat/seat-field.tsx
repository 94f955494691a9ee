import { useId } from 'react';
import { cn } from '@/components/platform/ui/cn';
import {
  drawSeats,
  runsInTurn,
  patternPath,
  SEAT_PATTERN,
  seatRuns,
  seatScale,
  type SeatDrawing,
  type SeatRun,
  type SeatState,
} from '@/lib/selection/seat-drawing';

type DrawingProps = {
  /** the text for screen readers; omit it where the figures are shown as text */
  label?: string;
  columns?: number;
  /** CSS pixels per grid unit: 1, 2 or 3; 1.5 on high-density screens */
  unit?: number;
  board?: boolean;
  /** outlined seats that fill one by one when the field appears */
  fills?: boolean;
  /** drawn with the patterns of SeatPatterns, for pages with many fields; 'yours' has the colour of this course type */
  patterns?: string;
  /** Filled with a pattern however few glyphs it has; see PATTERN_THRESHOLD. */
  plain?: boolean;
  className?: string;
};

type SeatFieldProps = DrawingProps & {
  total: number;
  /** adopted or held */
  taken: number;
  yours?: number;
  /** seats per glyph */
  per?: number;
};

/** From this many glyphs on, a field is filled with a pattern instead of single glyphs. */
const PATTERN_THRESHOLD = 100;

/** A field of seats: taken ones solid, yours solid in the type's colour, the remaining ones outlined. */
export function SeatField({ total, taken, yours = 0, per = seatScale(total), ...drawing }: SeatFieldProps) {
  return <SeatRuns runs={seatRuns({ total, taken, yours }, per)} {...drawing} />;
}

/** A field of given runs, e.g. the seats of several course types in their colours. */
export function SeatRuns({
  runs,
  columns = 10,
  unit = 1.5,
  board,
  fills,
  patterns,
  plain = false,
  label,
  className,
}: DrawingProps & { runs: SeatRun[] }) {
  const glyphs = runs.reduce((sum, run) => sum + run.glyphs, 0);
  const asRuns = plain || patterns !== undefined || glyphs >= PATTERN_THRESHOLD;
  const inTurn = fills && !asRuns;
  const drawing = drawSeats(inTurn ? runsInTurn(runs) : runs, columns, { board, asRuns });
  return (
    <svg
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      width={drawing.width * unit}
      height={drawing.height * unit}
      className={cn('seats', className)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {drawing.board && <path className="board" d={drawing.board} />}
      {inTurn && <GlyphPaths drawing={drawSeats([{ state: 'open', glyphs }], columns, { board })} unit={unit} />}
      {patterns !== undefined ? (
        drawing.paths.map(({ state, d }) => (
          <path
            key={state}
            className={state === 'yours' ? 'sits' : undefined}
            fill={`url(#${sharedPattern(state, patterns)})`}
            d={d}
          />
        ))
      ) : asRuns ? (
        <PatternPaths drawing={drawing} />
      ) : (
        <GlyphPaths drawing={drawing} unit={unit} />
      )}
    </svg>
  );
}

function GlyphPaths({ drawing, unit }: { drawing: SeatDrawing; unit: number }) {
  return drawing.paths.map(({ state, slug, turn, d }, index) => (
    <path
      key={index}
      className={state}
      data-type={slug}
      style={turn === undefined ? undefined : { animationDelay: `calc(var(--turn) * ${turn})` }}
      fillRule="evenodd"
      shapeRendering={state === 'open' && unit < 2 ? 'geometricPrecision' : undefined}
      d={d}
    />
  ));
}

/** Returns the id of a pattern of SeatPatterns. */
const sharedPattern = (state: SeatState, slug: string) => (state === 'yours' ? `seats-${slug}` : `seats-${state}`);

/**
 * The patterns of all fields of a page with the property `patterns`: a field is then a few rectangles instead of a path
 * for each seat. Render it once, before the fields.
 * @param slugs the course types whose seats can be 'yours'
 */
export function SeatPatterns({ slugs }: { slugs: readonly string[] }) {
  const patterns = [
    { state: 'taken' as const, slug: '' },
    { state: 'open' as const, slug: '' },
    ...slugs.map((slug) => ({ state: 'yours' as const, slug })),
  ];
  return (
    // Not display: none, which disables patterns in some browsers.
    <svg aria-hidden width="0" height="0" className="seats absolute">
      {patterns.map(({ state, slug }) => (
        <SeatPattern key={state + slug} id={sharedPattern(state, slug)} state={state} slug={slug || undefined} />
      ))}
    </svg>
  );
}

function SeatPattern({ id, state, slug }: { id: string; state: SeatState; slug: string | undefined }) {
  return (
    <pattern
      id={id}
      width={SEAT_PATTERN.width}
      height={SEAT_PATTERN.height}
      patternUnits="userSpaceOnUse"
      data-type={slug}
    >
      <path className={state} fillRule="evenodd" shapeRendering="geometricPrecision" d={patternPath(state)} />
    </pattern>
  );
}

function PatternPaths({ drawing }: { drawing: SeatDrawing }) {
  const id = useId();
  return (
    <>
      <defs>
        {drawing.paths.map(({ state, slug }, index) => (
          <SeatPattern key={index} id={`${id}${index}`} state={state} slug={slug} />
        ))}
      </defs>
      {drawing.paths.map(({ d }, index) => (
        <path key={index} fill={`url(#${id}${index})`} d={d} />
      ))}
    </>
  );
}
