import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { LoadNotice } from '@/components/catalogue/course/load-notice';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { BackLink } from '@/components/platform/ui/back-link';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { catalogueSummary } from '@/lib/catalogue/queries';
import { MAX_LINES } from '@/lib/platform/limits';
import { describeError, log } from '@/lib/platform/log';
import { formatINR } from '@/lib/platform/money';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import type { Plan } from '@/lib/selection/plan/match';
import { readWishes, type WishForm } from '@/lib/selection/plan/wishes';
import { loadPlan } from './load-plan';
import { PlanForm } from './plan-form';
import { Proposal } from './proposal';
import type { PersonId } from '@/lib/accounts/session';

type PlanPageProps = {
  flow: SelectionFlow;
  /** The parameters of the address. */
  params: Record<string, string | string[] | undefined>;
  /** The signed-in sponsor. */
  holder?: PersonId;
};

/** From a budget to seats: the wishes, and once they are sent the proposal. */
export async function PlanPage({ flow, params, holder }: PlanPageProps) {
  const t = await getTranslations('plan');
  const sent = readWishes(params);
  const loaded = sent.wishes && (await loadPlan(sent.wishes, holder));
  const form: WishForm =
    loaded?.ok === false && loaded.problem === 'place' ? { ...sent, problems: { place: 'placeUnknown' } } : sent;
  const plan = loaded?.ok ? loaded.plan : null;
  const own = (
    <PlanForm form={form} action={SELECTION_FLOWS[flow].plan} cities={await cityNames()} labelledBy="wishes" />
  );
  return (
    <div className="@container flex grow flex-col">
      <div className="wrap grid gap-2 pt-2 pb-6 md:pt-4">
        {flow === 'public' && <BackLink href="/">{t('back')}</BackLink>}
        <h1>{t('title')}</h1>
        <p className="max-w-[40em] text-ink-2">{t('intro')}</p>
      </div>
      {loaded?.ok && <LoadNotice dropped={loaded.dropped} />}
      {loaded?.ok && plan && plan.lines.length > 0 ? (
        <Proposal
          lines={plan.lines}
          drawing={loaded.drawing}
          budget={sent.wishes!.budget}
          flow={flow}
          title={t('result.title')}
          proof={await proofOf(plan)}
        >
          <Wishes heading={t('form.change')}>{own}</Wishes>
        </Proposal>
      ) : (
        <div className="wrap pb-18">
          <div className="grid max-w-160 grid-cols-[minmax(0,1fr)] content-start gap-8">
            {plan && (
              <div role="status">
                <EmptyState
                  title={t('result.none')}
                  text={
                    plan.matching === 0
                      ? t('result.noneMatching')
                      : t('result.noneAffordable', { courses: plan.matching })
                  }
                />
              </div>
            )}
            {loaded?.ok === false && loaded.problem === 'load' && (
              <LoadFailure message={await getErrorText(loaded.code)} />
            )}
            <Wishes heading={plan ? t('form.change') : t('form.label')}>{own}</Wishes>
          </div>
        </div>
      )}
    </div>
  );
}

function Wishes({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
      <h2 id="wishes" className="text-lead">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** What is known about the best possible choice. */
async function proofOf({ count, paise, countBound, paiseBound, lines }: Plan): Promise<string> {
  const t = await getTranslations('plan.result');
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
