import { Link } from '@/components/platform/ui/link';
import type { Names } from '@/lib/catalogue/names';
import { langOf } from '@/lib/platform/i18n/script';
import { namesCity } from '@/lib/platform/place-of';

/** A name of the catalogue in the language that it has: not every one has a Hindi name. */
export function Name({ children }: { children: string }) {
  return <span lang={langOf(children)}>{children}</span>;
}

type PlaceProps = {
  /** Name of the institute in the reader's language; empty for a course without one, which `others` then names. */
  institute: string;
  others: string;
  /** Null where all courses are of one city. */
  city: string | null;
  names: Names;
  /** The address of the institute's page: its name leads there. */
  href?: string;
};

/** Institute and city of a course, each in its own language; the city once, as in placeOf. */
export function Place({ institute, others, city, names, href }: PlaceProps) {
  const name = institute ? <Name>{institute}</Name> : others;
  return (
    <>
      <span>{institute && href ? <Link href={href}>{name}</Link> : name}</span>
      {city !== null && !namesCity(institute, city, names.place(city)) && (
        <span>
          , <Name>{names.place(city)}</Name>
        </span>
      )}
    </>
  );
}
