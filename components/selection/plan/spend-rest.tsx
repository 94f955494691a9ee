import { ArrowRight } from 'lucide-react';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';
import { MAX_SEARCH_LENGTH } from '@/lib/platform/search-params';
import type { Plan } from '@/lib/selection/plan/match';
import { sharesWith } from '@/lib/selection/plan/trades';
import { planQuery, type WishForm } from '@/lib/selection/plan/wishes';

type SpendRestProps = { plan: Plan; form: WishForm; flow: SelectionFlow };

/** How what a proposal leaves could be spent: links that fill the form. Nothing if nothing is left, or for nothing. */
export async function SpendRest({ plan, form, flow }: SpendRestProps) {
  const { paise, next, around, trades } = plan.remainder;
  const [t, common, names] = [await getTranslations('plan.spend'), await getTranslations('common'), await getNames()];
  const ways: { text: string; query: string }[] = [];
  if (next) {
    const { branch, branch_hindi, institute_name, institute_hindi, city } = next.course;
    const institute = names.institute(institute_name, institute_hindi) || common('otherInstitutes');
    const course = `${names.branch(branch, branch_hindi)}, ${placeOf(institute, city, names.place(city))}`;
    const budget = formatCount(Math.ceil((form.wishes!.budget + next.morePaise) / 100));
    ways.push({
      text: t('next', { amount: formatINR(next.morePaise), course }),
      query: planQuery(form, { budget }),
    });
  }
  if (around) {
    const { km, seats } = around;
    const amount = formatINR(around.paise);
    ways.push({
      text: km === null ? t('everywhere', { seats, amount }) : t('around', { km, seats, amount }),
      query: planQuery(form, km === null ? { place: '', km: '' } : { km: String(km) }),
    });
  }
  const spent = plan.trades.map((trade) => trade.paise);
  const shares = sharesWith(spent, paise);
  for (const { branch, hindi, seats, paise: cost } of trades) {
    const words = `${plan.query.rest}, ${branch}`;
    if (shares === null || words.length > MAX_SEARCH_LENGTH) continue;
    ways.push({
      text: t('trade', { branch: names.branch(branch, hindi), seats, amount: formatINR(cost) }),
      query: planQuery(form, { words, shares }),
    });
  }
  if (paise === 0 || ways.length === 0) return null;
  return (
    <section aria-labelledby="spend" className="grid gap-2 print:hidden">
      <h3 id="spend" className="text-lead">
        {plan.lines.length > 0 ? t('title') : t('titleNone')}
      </h3>
      <ul className="grid">
        {ways.map(({ text, query }) => (
          <li key={text}>
            <Link
              href={`${SELECTION_FLOWS[flow].plan}?${query}`}
              className="flex min-h-tap items-center justify-between gap-3 border-b border-line py-2 text-small"
            >
              <span className="wrap-anywhere">{text}</span>
              <ArrowRight aria-hidden className="size-5 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
