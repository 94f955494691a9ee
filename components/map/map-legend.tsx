import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import type { ColorScale } from '@/lib/map/color-scale';

/** The meaning of the districts' shades, in seats left. */
export function MapLegend({ colorScale, courseType }: { colorScale: ColorScale; courseType: CourseType | null }) {
  const t = useTranslations('region.legend');
  const names = useNames();
  const steps = colorScale.map((to, i) => {
    const from = (colorScale[i - 1] ?? 0) + 1;
    return from === to ? t('one', { from }) : t('range', { from, to });
  });
  return (
    <div className="shades of-seats grid gap-1 text-cap text-ink-2 md:gap-2 md:border-t md:border-line md:pt-4 print:hidden">
      <h2 className="font-sans text-cap font-semibold tracking-normal text-ink">{t('title')}</h2>
      <ol className="grid grid-cols-4 gap-0.5 leading-tight">
        {[...steps, t('over', { from: colorScale[2] })].map((text, i) => (
          <li key={i}>
            <span
              aria-hidden
              className="swatch mb-0.5 block h-2.5 md:mb-1 md:h-3.5"
              style={{ background: `var(--k${i + 1})` }}
            />
            <span className="block pe-2">{text}</span>
          </li>
        ))}
      </ol>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="swatch swatch-full h-3.5 w-5.5 border border-edge" />
          {t('full')}
        </li>
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="swatch h-3.5 w-5.5 border border-edge bg-land" />
          {courseType ? t('noneOf', { type: names.type(courseType) }) : t('none')}
        </li>
      </ul>
    </div>
  );
}
