import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { CELL, type MonthColumn, type MonthsDrawing } from '@/lib/admin/stats/months-chart';
import { shortMonthName } from '@/lib/admin/stats/rules';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';
import { formatCount } from '@/lib/platform/format-count';
import { SEAT_SHAPES } from '@/lib/selection/seat-drawing';

/** Pixels below the baseline: the month, and the year at its first month. */
const FOOTER_PX = 34;

/** The chart at its own size; if too wide it scrolls in its region, starting at the newest months. */
export function MonthsChart({ drawing, label }: { drawing: MonthsDrawing; label: string }) {
  const t = useTranslations('stats.month');
  const id = useId();
  const { width, ground, columns, paths } = drawing;
  const height = ground + FOOTER_PX;
  return (
    <div role="region" aria-label={t('scroll')} tabIndex={0} className="overflow-x-auto [direction:rtl]">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={label}
        className="mr-auto max-w-none [direction:ltr] [shape-rendering:crispEdges] print:h-auto print:max-w-full"
      >
        <defs>
          {paths.map(({ courseType }) => (
            <pattern
              key={courseType}
              id={`${id}${COURSE_TYPE_SLUGS[courseType]}`}
              data-type={COURSE_TYPE_SLUGS[courseType]}
              width={CELL}
              height={CELL}
              patternUnits="userSpaceOnUse"
            >
              <path className="fill-type-seat" d={`M1 2${SEAT_SHAPES.yours}`} />
            </pattern>
          ))}
        </defs>
        {paths.map(({ courseType, d }) => (
          <path key={courseType} fill={`url(#${id}${COURSE_TYPE_SLUGS[courseType]})`} d={d} />
        ))}
        <path className="fill-ink-3 forced-colors:fill-[CanvasText]" d={`M0 ${ground}h${width}v1H0z`} />
        <g className="fill-ink text-[12px] font-semibold [text-anchor:middle] forced-colors:fill-[CanvasText]">
          {columns.map(({ month, middle, top, seats }) => (
            <text key={month} x={middle} y={top}>
              {formatCount(seats)}
            </text>
          ))}
        </g>
        <g className="fill-ink-2 text-[12px] [text-anchor:middle] forced-colors:fill-[CanvasText]">
          {columns.map((column, index) => (
            <MonthLabels key={column.month} column={column} ground={ground} isFirst={index === 0} />
          ))}
        </g>
      </svg>
    </div>
  );
}

type MonthLabelsProps = { column: MonthColumn; ground: number; isFirst: boolean };

function MonthLabels({ column: { month, middle }, ground, isFirst }: MonthLabelsProps) {
  const [year, number] = month.split('-');
  return (
    <>
      <text x={middle} y={ground + 15}>
        {shortMonthName(month)}
      </text>
      {(isFirst || number === '01') && (
        <text x={middle} y={ground + 30}>
          {year}
        </text>
      )}
    </>
  );
}
