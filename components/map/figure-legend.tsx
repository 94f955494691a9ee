import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { formatFigure } from '@/lib/catalogue/district-figures/rules';
import { compareNames } from '@/lib/platform/compare-names';
import type { FigureLayer } from '@/lib/map/figure-layer';

/**
 * Switches the layer of the operator's figures on: map.css shows it while the box is ticked, so that it works without JavaScript.
 * Below it what the shades then mean, where the figures are from, and all of them as a list.
 */
export function FigureLegend({ layer: { title, source, figures, classes } }: { layer: FigureLayer }) {
  const t = useTranslations('region.figures');
  const names = useNames();
  const districts = Object.entries(figures)
    .map(([district, figure]) => ({ name: names.place(district), figure }))
    .toSorted((a, b) => compareNames(a.name, b.name));
  return (
    <div className="grid gap-1 text-cap text-ink-2 print:hidden">
      <label className="inline-flex min-h-tap items-center gap-2.5 text-small font-semibold text-ink">
        <Checkbox id="district-figures" autoComplete="off" />
        {t('show', { title })}
      </label>
      <div className="shades of-figures grid gap-1">
        <ol className="grid grid-cols-4 gap-0.5 leading-tight" aria-label={t('legend', { title })}>
          {classes.map(({ from, to }, at) => (
            <li key={to}>
              <span
                aria-hidden
                className="swatch mb-0.5 block h-2.5 md:mb-1 md:h-3.5"
                style={{ background: `var(--k${at + 1})` }}
              />
              <span className="block pe-2">
                {from === to ? formatFigure(from) : t('range', { from: formatFigure(from), to: formatFigure(to) })}
              </span>
            </li>
          ))}
        </ol>
        <p className="flex items-center gap-1.5">
          <span aria-hidden className="swatch h-3.5 w-5.5 border border-edge bg-land" />
          {t('none')}
        </p>
        <p className="wrap-anywhere">{t('source', { source })}</p>
        <Disclosure small summary={t('list', { count: districts.length })}>
          <ul className="columns-2 gap-4">
            {districts.map(({ name, figure }) => (
              <li key={name} className="flex break-inside-avoid justify-between gap-2">
                <span>{name}</span>
                <span className="tabular-nums">{formatFigure(figure)}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      </div>
    </div>
  );
}
