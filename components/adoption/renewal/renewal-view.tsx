import { Name } from '@/components/catalogue/course/name';
import { Note } from '@/components/platform/ui/note';
import { Link } from '@/components/platform/ui/link';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import type { Renewal, RenewalLine } from '@/lib/adoption/renewals/renewal-rules';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import { listCourses } from '@/lib/catalogue/queries';
import { formatDate } from '@/lib/platform/dates';
import { groupBy } from '@/lib/platform/group-by';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { lineTexts } from '@/lib/published/progress-texts';
import { readProgress } from '@/lib/register/progress-queries';
import { RenewalForm, type AdoptionToRenew } from './renewal-form';

type RenewalViewProps = {
  /** With seats that can be renewed. */
  renewals: readonly Renewal[];
  scope: AdoptionScope;
  mayAdopt: boolean;
  bearer: Bearer;
};

/** What can be renewed, by adoption and line: what came of this year, what the next one costs, and until when. */
export async function RenewalView({ renewals, scope, mayAdopt, bearer }: RenewalViewProps) {
  const [t, progress, locale] = [
    await getTranslations('adoptionPage.renewal'),
    await getTranslations('adoptionPage.progress'),
    await getLocale(),
  ];
  const names = await getNames();
  const lines = renewals.flatMap(({ id, lines: of }) =>
    of.filter(({ left }) => left > 0).map((line) => ({ ...line, reservation: id })),
  );
  const courses = await listCourses({
    ids: [...new Set(lines.map(({ courseId }) => courseId))],
    reservations: renewals.map(({ id }) => id),
  });
  const offered = lines.filter(({ courseId }) => courses.some(({ id }) => id === courseId));
  const branchOf = ({ branch, branchHindi }: RenewalLine) => names.branch(branch, branchHindi);
  const placeOf = ({ institute, instituteHindi, city }: RenewalLine) =>
    instituteWithCity(names, institute, instituteHindi, city);
  const adoptions = await Promise.all(
    [...groupBy(offered, ({ billingId }) => billingId)].map(async ([billingId, own]): Promise<AdoptionToRenew> => {
      const [{ reference, outstandingPaise }] = own as [(typeof own)[number]];
      const published = await readProgress(scope, billingId);
      const link = adoptionPath({ isRegistered: bearer === null, billingId, reference });
      return {
        billingId,
        reference: (
          <Link href={link} className="text-link underline underline-offset-4">
            {reference}
          </Link>
        ),
        unpaid: outstandingPaise > 0 && (
          <Note kind="warn">
            <p>
              {t('unpaid', { amount: formatINR(outstandingPaise, 2) })}{' '}
              <Link href={link} className="font-semibold text-link underline">
                {t('pay')}
              </Link>
            </p>
          </Note>
        ),
        lines: own.map((line) => {
          const told = published?.lines.find(({ courseId }) => courseId === line.fromCourseId);
          return {
            fromCourseId: line.fromCourseId,
            courseId: line.courseId,
            reservation: line.reservation,
            branch: <Name>{branchOf(line)}</Name>,
            name: `${branchOf(line)}, ${placeOf(line)}`,
            place: placeOf(line),
            evidence: told ? lineTexts(progress, told) : [],
            left: line.left,
            pricePaise: line.pricePaise,
            price: t('price', { seats: line.left, price: formatINR(line.pricePaise, 2) }),
          };
        }),
      };
    }),
  );
  const [first] = renewals;
  return (
    <>
      {first && (
        <p className="max-w-[44em]">
          {t('until', {
            sessions: [...new Set(renewals.flatMap(({ sessions }) => sessions))].join(', '),
            date: formatDate(new Date(Math.min(...renewals.map(({ until }) => until.getTime()))), locale),
          })}
        </p>
      )}
      {adoptions.length === 0 ? (
        <p className="text-ink-2">{t('nothing')}</p>
      ) : (
        <RenewalForm
          // After seats were given back the form begins anew.
          key={offered.map(({ billingId, fromCourseId, left }) => `${billingId} ${fromCourseId} ${left}`).join()}
          adoptions={adoptions}
          courses={courses}
          mayAdopt={mayAdopt}
          bearer={bearer}
        />
      )}
    </>
  );
}
