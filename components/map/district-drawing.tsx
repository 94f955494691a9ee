import type { CourseType } from '@/db/schema/enums';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { sumSeats } from '@/lib/catalogue/rules';
import { getTranslations } from '@/lib/platform/i18n/server';
import { shadeOf } from '@/lib/map/color-scale';
import { cityHref, type MapCity } from '@/lib/map/district-cities';
import { drawDistricts, type DrawnCity } from '@/lib/map/district-drawing';
import { figureAttribute, type FigureLayer } from '@/lib/map/figure-layer';
import { localBoundaries } from '@/lib/map/local-boundaries';
import { regionStats } from '@/lib/map/region-stats';
import { districtLabel } from './district-label';

type DistrictDrawingProps = {
  cities: readonly MapCity[];
  courseType: CourseType | null;
  base: string;
  layer?: FigureLayer | null;
};

/**
 * The map as a drawing whose districts are links: what a page shows before Leaflet has loaded, on phones until somebody
 * zooms. A district with several cities links to the largest one until the page's scripts offer a choice.
 */
export async function DistrictDrawing({ cities, courseType, base, layer = null }: DistrictDrawingProps) {
  const t = await getTranslations('region');
  const names = await getNames();
  const { stats, colorScale } = regionStats(cities, courseType);
  const drawing = drawDistricts(localBoundaries(), stats, names.place);
  return (
    <svg
      role="group"
      aria-label={t('map')}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      className="absolute inset-1 size-[calc(100%-0.5rem)] overflow-visible"
    >
      {drawing.districts.map(({ district, path, cities: own }) => {
        const figure = figureAttribute(layer, district);
        if (own.length === 0)
          return <path key={district} className="district" data-district={district} data-figure={figure} d={path} />;
        const seats = sumSeats(own);
        return (
          <Link
            key={district}
            href={cityHref(base, own[0]!.city, courseType)}
            aria-label={districtLabel({ district, cities: own, seats }, t, names.place)}
            data-several={own.length > 1 || undefined}
          >
            <path
              className="district"
              data-district={district}
              data-figure={figure}
              data-shade={shadeOf(seats.leftSeats, colorScale)}
              d={path}
            />
          </Link>
        );
      })}
      <g aria-hidden className="text-[0.8125rem] md:hidden">
        {drawing.cities.map((drawn) => (
          <CityLabel
            key={drawn.city.city}
            {...drawn}
            name={names.place(drawn.city.city)}
            href={cityHref(base, drawn.city.city, courseType)}
          />
        ))}
      </g>
    </svg>
  );
}

function CityLabel({ city, x, y, label, leader, name, href }: DrawnCity & { name: string; href: string }) {
  return (
    <Link href={href} tabIndex={-1}>
      {leader && <path d={`M${x} ${y}L${leader.x} ${leader.y}`} className="stroke-ink stroke-[1.5]" />}
      <circle cx={x} cy={y} r="4" className="fill-surface stroke-ink stroke-[1.5]" />
      {label && (
        <g data-label={city.city}>
          <rect {...label} rx="2" className="fill-surface stroke-line" />
          <text
            x={label.x + label.width / 2}
            y={label.y + label.height / 2}
            dominantBaseline="central"
            textAnchor="middle"
            className="fill-ink font-semibold"
          >
            {name}
          </text>
        </g>
      )}
    </Link>
  );
}
