import type { ReactNode } from 'react';
import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { LoadNotice } from '@/components/catalogue/course/load-notice';
import { QueryNotices } from '@/components/selection/search/query-notices';
import type { SelectionFlow } from '@/components/selection/selection-flows';
import { BackLink } from '@/components/platform/ui/back-link';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { readDistrictFigures } from '@/lib/catalogue/district-figures/queries';
import { figuresTitle } from '@/lib/catalogue/district-figures/rules';
import type { DistrictFigures } from '@/lib/catalogue/district-figures/schema';
import { catalogueSummary, namedSessions } from '@/lib/catalogue/queries';
import { MAX_LINES } from '@/lib/platform/limits';
import { describeError, log } from '@/lib/platform/log';
import { formatINR } from '@/lib/platform/money';
import { getErrorText, getLocale, getTranslations } from '@/lib/platform/i18n/server';
import type { Plan } from '@/lib/selection/plan/match';
import { planQuery, readWishes, type WishForm } from '@/lib/selection/plan/wishes';
import { CartNote } from './cart-wish';
import { loadPlan } from './load-plan';
import { PlanForm } from './plan-form';
import { Proposal } from './proposal';
import { SpendRest } from './spend-rest';
import type { SponsorScope } from '@/lib/accounts/session';

type PlanPageProps = {
  flow: SelectionFlow;
  /** The parameters of the address. */
  params: Record<string, string | string[] | undefined>;
  /** The signed-in sponsor. */
  holder?: SponsorScope;
};

/** From a budget to seats: the wishes, and once they are sent the proposal. */
export async function PlanPage({ flow, params, holder }: PlanPageProps) {
  const t = await getTranslations('plan');
  const sent = readWishes(params);
  const figures = await readDistrictFigures();
  const loaded = sent.wishes && (await loadPlan(sent.wishes, figures?.figures ?? null, holder));
  const form: WishForm = { ...sent, problems: loaded?.ok === false ? problemsOf(loaded) : sent.problems };
  const plan = loaded?.ok ? loaded.plan : null;
  const query = planQuery(form);
  const sessions = await namedSessions();
  // Keys: a link of the page leads to another plan on the same page.
  const planForm = (
    <PlanForm
      key={query}
      form={form}
      flow={flow}
      cities={await cityNames()}
      sessions={sessions}
      figures={figures && figuresTitle(figures, await getLocale())}
      trades={tradesOf(loaded)}
      labelledBy="wishes"
    />
  );
  const spend = plan && (
    <>
      <SpendRest plan={plan} form={form} flow={flow} />
      <FullCourses courses={plan.full} />
    </>
  );
  return (
    <div className="@container flex grow flex-col">
      <div className="wrap grid gap-2 pt-2 pb-6 md:pt-4">
        {flow === 'public' && <BackLink href="/">{t('back')}</BackLink>}
        <h1>{t('title')}</h1>
        {!plan && <p className="max-w-[40em] text-ink-2">{t('intro')}</p>}
        {plan?.inCart && plan.inCart.seats > 0 && (
          <p className="text-small">
            {t('result.inCart', { flow, seats: plan.inCart.seats, amount: formatINR(plan.inCart.paise) })}
          </p>
        )}
        {plan && <CartNote key={query} flow={flow} sent={form.cart} query={planQuery(form, { cart: '' })} />}
        {plan && plan.lines.length > 0 && (
          <Disclosure summary={await wishesText(form, plan)} className="print:hidden">
            <div className="max-w-160 pt-2 pb-4">{planForm}</div>
          </Disclosure>
        )}
      </div>
      {loaded?.ok && <LoadNotice dropped={loaded.dropped} />}
      {loaded?.ok && plan && plan.lines.length > 0 ? (
        <Proposal
          key={query}
          lines={plan.lines}
          drawing={loaded.drawing}
          budget={sent.wishes!.budget}
          counted={plan.inCart}
          period={sent.wishes!.period}
          flow={flow}
          title={t('result.title')}
          isNamed={sessions.length > 0}
          proof={<Proof plan={plan} figures={figures} />}
          spend={spend}
        />
      ) : (
        <div className="wrap pb-18">
          <div className="grid max-w-160 grid-cols-[minmax(0,1fr)] content-start gap-8">
            {plan && <QueryNotices query={plan.query} isFound={false} plan={null} />}
            {plan && (
              <div role="status">
                <EmptyState title={t('result.none')} text={await whyNone(plan, sent.wishes!.budget, flow)} />
              </div>
            )}
            {/* eslint-disable-next-line product/translated-text -- elements only */}
            {spend}
            {loaded?.ok === false && loaded.problem === 'load' && (
              <LoadFailure message={await getErrorText(loaded.code, loaded.params)} />
            )}
            <Wishes heading={plan ? t('form.change') : t('form.label')}>{planForm}</Wishes>
          </div>
        </div>
      )}
    </div>
  );
}

/** Full courses that fit the wishes, each with the way to be told when seats of it are free. */
async function FullCourses({ courses }: { courses: Plan['full'] }) {
  if (courses.length === 0) return null;
  const [t, names] = [await getTranslations('plan.full'), await getNames()];
  return (
    <section aria-labelledby="full" className="grid gap-2">
      <p id="full" className="font-semibold">
        {t('title')}
      </p>
      <ul className="grid gap-1 text-small">
        {courses.map((course) => {
          const branch = names.branch(course.branch, course.branch_hindi);
          const place = [names.institute(course.institute_name, course.institute_hindi), names.place(course.city)];
          const name = [branch, ...place].filter(Boolean).join(', ');
          return (
            <li key={course.id} className="flex flex-wrap items-center gap-x-3">
              <span className="wrap-anywhere">{name}</span>
              <Link
                href={`/waiting?course=${course.id}`}
                aria-label={t('waitFor', { course: name })}
                className="inline-flex min-h-tap items-center text-link underline underline-offset-4"
              >
                {t('wait')}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Loaded = Awaited<ReturnType<typeof loadPlan>>;

/** Returns the problems of fields that only the catalogue shows. */
function problemsOf(loaded: Exclude<Loaded, { ok: true }>): WishForm['problems'] {
  switch (loaded.problem) {
    case 'load':
      return {};
    case 'placeUnknown':
      return { place: loaded.problem };
    case 'wordsMany':
      return { words: loaded.problem };
    default:
      return { share: loaded.problem };
  }
}

/** Returns the words of the trades, as far as they are known. */
function tradesOf(loaded: Loaded | null): string[] | null {
  if (loaded?.ok) return loaded.plan.trades.map(({ words }) => words);
  return loaded && 'trades' in loaded ? loaded.trades : null;
}

async function whyNone(plan: Plan, budget: number, flow: SelectionFlow): Promise<string> {
  const t = await getTranslations('plan.result');
  const { matching, unknown, inCart } = plan;
  if (inCart && inCart.paise >= budget) return t('cartTakesAll', { flow });
  const why = matching === 0 ? t('noneMatching') : t('noneAffordable', { courses: matching });
  return unknown > 0 ? `${why} ${t('unknown', { courses: unknown })}` : why;
}

function Wishes({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
      <h2 id="wishes" className="text-lead">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** The wishes in one line, with the way to change them: budget, trades or types, place and distance. */
async function wishesText({ wishes }: WishForm, { around }: Plan): Promise<ReactNode> {
  const [t, names] = [await getTranslations('plan.form'), await getNames()];
  const { budget, words, types } = wishes!;
  const parts = [
    formatINR(budget),
    words || types.map(names.type).join(', '),
    around && names.place(around.place),
    around && around.km !== null && t('kmUpTo', { km: around.km }),
  ];
  return (
    <span id="wishes" className="wrap-anywhere">
      {parts.filter(Boolean).join(' · ')} <span className="underline underline-offset-4">{t('change')}</span>
    </span>
  );
}

/** What each of several trades gets, and what is known about the best possible choice. */
async function Proof({ plan, figures }: { plan: Plan; figures: DistrictFigures | null }) {
  const [t, locale] = [await getTranslations('plan.result'), await getLocale()];
  const { trades, unknown } = plan;
  return (
    <div className="grid max-w-[44em] gap-2 text-small">
      <QueryNotices query={plan.query} isFound plan={null} />
      {trades.length > 1 && (
        <ul className="grid gap-0.5">
          {trades.map(({ words, matching, count, paise }) => (
            <li key={words}>
              {matching === 0
                ? t('tradeNone', { words })
                : t('trade', { words, seats: count, amount: formatINR(paise) })}
            </li>
          ))}
        </ul>
      )}
      {plan.byFigure && figures ? (
        <p className="text-ink-2">
          {[
            t('least', { title: figuresTitle(figures, locale), source: figures.source }),
            plan.byFigure.seatsWithout > 0 && t('leastWithout', { seats: plan.byFigure.seatsWithout }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      ) : (
        <p className="text-ink-2">{await proofOf(plan)}</p>
      )}
      {unknown > 0 && <p className="text-ink-2">{t('unknown', { courses: unknown })}</p>}
    </div>
  );
}

async function proofOf({ count, paise, countBound, paiseBound, lines, trades }: Plan): Promise<string> {
  const t = await getTranslations('plan.result');
  if (trades.length > 1) return countBound > count ? t('boundTrades', { seats: countBound }) : t('bestTrades');
  if (countBound > count) {
    return lines.length === MAX_LINES
      ? t('bound', { seats: countBound, most: MAX_LINES })
      : t('boundSeats', { seats: countBound });
  }
  return paiseBound > paise ? t('bestMoney', { amount: formatINR(paiseBound - paise) }) : t('best');
}

/** The cities of the catalogue, as suggestions; none if they cannot be read. */
async function cityNames(): Promise<string[]> {
  try {
    return [...new Set((await catalogueSummary()).cities.map(({ city }) => city))];
  } catch (error) {
    log.error('plan_cities_failed', describeError(error));
    return [];
  }
}
