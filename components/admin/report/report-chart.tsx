import { AdminSection } from '@/components/admin/section';
import { INK, LINK } from '@/lib/documents/palette';
import { drawBars, MOST_BARS, shortName } from '@/lib/admin/report/chart';
import { NO_FIGURES } from '@/lib/admin/report/rules';
import type { Report, ReportFilter } from '@/lib/admin/report/schema';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ChartButtons } from './chart-buttons';
import { figureText } from './figure';

const t = getTranslator('en', 'report');

const CHART = 'report-chart';
// The file has no styles of the page: it has the colours of documents, and a font that every computer has.
const FONT = 'Arial, sans-serif';

/** One figure of the shown rows as bars: the largest first, months in their order. */
export function ReportChart({ report, filter }: { report: Report; filter: ReportFilter }) {
  const { rows, figure } = filter;
  const values = report.rows.map(({ name, cells }) => {
    const value = [...cells.values()].reduce((sum, figures) => sum + figures[figure], NO_FIGURES[figure]);
    return { name: shortName(name), text: figureText(figure, value), value };
  });
  const ordered = rows === 'month' ? values : values.toSorted((a, b) => b.value - a.value);
  const { width, height, x, thickness, bars } = drawBars(ordered.slice(0, MOST_BARS));
  const names = { figure: t(`figure.${figure}`), rows: t(`rows.${rows}`) };
  const label = t('chart.label', { ...names, names: bars.map(({ name, value }) => `${name} ${value}`).join(', ') });
  return (
    <AdminSection
      id="chart"
      title={t('chart.title', names)}
      note={ordered.length > MOST_BARS && t('chart.more', { count: ordered.length - MOST_BARS })}
      actions={<ChartButtons chart={CHART} fileName={`${figure}-by-${rows}`} />}
    >
      <div
        role="region"
        aria-labelledby="chart"
        tabIndex={0}
        className="overflow-x-auto rounded-2 border border-line bg-surface p-3"
      >
        <svg
          id={CHART}
          xmlns="http://www.w3.org/2000/svg"
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={label}
          fontFamily={FONT}
          fontSize={14}
        >
          <rect width={width} height={height} fill="white" />
          {bars.map(({ name, value, y, width: length }) => (
            <g key={name} fill={INK}>
              <text x={x - 10} y={y + thickness - 5} textAnchor="end">
                {name}
              </text>
              <rect x={x} y={y} width={length} height={thickness} fill={LINK} />
              <text x={x + length + 8} y={y + thickness - 5}>
                {value}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </AdminSection>
  );
}
