import { useTranslations } from 'use-intl';

/** The attribution, and a note that boundaries are approximate. Shown even when tiles fail. */
export function MapCredit() {
  const t = useTranslations('region.credit');
  const link = (href: string) =>
    function CreditLink(text: React.ReactNode) {
      return (
        <a href={href} className="text-inherit">
          {text}
        </a>
      );
    };
  return (
    <p className="bg-sunken px-gutter py-1 text-cap leading-snug text-ink-2 md:px-3 md:text-end">
      {t('approximate')}{' '}
      {t.rich('places', { geonames: link('https://www.geonames.org/'), all: link('/geo/ATTRIBUTION.txt') })}{' '}
      {t.rich('tiles', { osm: link('https://www.openstreetmap.org/copyright') })}
    </p>
  );
}
