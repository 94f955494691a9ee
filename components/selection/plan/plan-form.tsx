import { ArrowRight } from 'lucide-react';
import { COURSE_TYPES } from '@/db/schema/enums';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { Button } from '@/components/platform/ui/button';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { Field, FieldProblem } from '@/components/platform/ui/field';
import { RadioGroup } from '@/components/platform/ui/radio-group';
import { SelectField } from '@/components/platform/ui/select-field';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';
import { getNames } from '@/lib/catalogue/localized-names';
import { MAX_SEARCH_LENGTH } from '@/lib/platform/search-params';
import { getTranslations } from '@/lib/platform/i18n/server';
import { AIMS } from '@/lib/selection/plan/rules';
import { MAX_TRADES } from '@/lib/selection/plan/trades';
import { DISTANCES } from '@/lib/catalogue/places/distance';
import { NEAR, PERIODS, TEXT_FIELDS, type TextField, type WishForm } from '@/lib/selection/plan/wishes';
import { CartWish } from './cart-wish';

type PlanFormProps = {
  form: WishForm;
  flow: SelectionFlow;
  /** The words of the trades; null if nothing has been read with the catalogue. */
  trades: readonly string[] | null;
  /** Cities of the catalogue, suggested for the place. */
  cities: readonly string[];
  /** The sessions to choose from; none if they are not named. */
  sessions: readonly string[];
  /** What the operator's figures of districts are; null without them. */
  figures: string | null;
  /** Id of the form's heading. */
  labelledBy: string;
};

/** The wishes as a GET form: they are part of the address, and it works without JavaScript. */
export async function PlanForm({
  form: { typed, shares, period, types, km, session, aim, problems, cart },
  flow,
  trades,
  cities,
  sessions,
  figures,
  labelledBy,
}: PlanFormProps) {
  const t = await getTranslations('plan.form');
  const problem = await getTranslations('plan.problem');
  const find = await getTranslations('list.find');
  const names = await getNames();
  const first = TEXT_FIELDS.find((field) => problems[field]);
  const hasMore =
    session !== null || aim !== 'students' || ['least', 'most'].some((name) => typed[name as TextField] !== '');
  const text = (name: TextField) => ({
    name,
    defaultValue: typed[name],
    error: problems[name] && problem(problems[name], { most: MAX_TRADES }),
    autoComplete: 'off',
    // Without JavaScript nothing else moves the focus to the problem.
    autoFocus: name === first,
  });
  return (
    <form
      action={SELECTION_FLOWS[flow].plan}
      aria-labelledby={labelledBy}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
    >
      <Field {...text('budget')} label={t('budget')} hint={t('budgetHint')} enterKeyHint="go" />
      <RadioGroup
        legend={t('period')}
        name="for"
        options={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
        defaultValue={period}
      />
      <CartWish flow={flow} sent={cart} />
      <Field {...text('words')} label={t('words')} hint={t('wordsHint')} maxLength={MAX_SEARCH_LENGTH} />
      {/* Until the trades are known. */}
      {trades === null && shares.map((share, at) => <input key={at} type="hidden" name="share" value={share} />)}
      {trades && trades.length > 1 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 text-small font-semibold">{t('shares')}</legend>
          <div className="grid grid-cols-2 gap-3">
            {trades.map((words, at) => (
              <Field
                // Trades can be equal, and none moves.
                key={at}
                name="share"
                label={words}
                defaultValue={shares.length === trades.length ? shares[at] : ''}
                aria-invalid={problems.share ? true : undefined}
                aria-describedby="shares-hint"
                autoFocus={problems.share !== undefined && at === 0}
                autoComplete="off"
                inputMode="numeric"
                maxLength={4}
              />
            ))}
          </div>
          <p id="shares-hint" className="text-cap text-ink-2">
            {t('sharesHint')}
          </p>
          {problems.share && <FieldProblem>{problem(problems.share)}</FieldProblem>}
        </fieldset>
      )}
      <div className="flex flex-wrap items-start gap-3 [&>div]:grow [&>div]:basis-56">
        <Field
          {...text('place')}
          label={t('place')}
          hint={t('placeHint')}
          maxLength={MAX_SEARCH_LENGTH}
          list={`${labelledBy}-cities`}
        />
        <datalist id={`${labelledBy}-cities`}>
          {cities.map((city) => (
            <option key={city} value={names.place(city)} />
          ))}
        </datalist>
        <SelectField name="km" label={t('km')} defaultValue={km ?? ''}>
          <option value="">{t('kmNone')}</option>
          <option value={NEAR}>{t('kmNear')}</option>
          {DISTANCES.map((distance) => (
            <option key={distance} value={distance}>
              {t('kmUpTo', { km: distance })}
            </option>
          ))}
        </SelectField>
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-small font-semibold">{t('types')}</legend>
        <div className="flex flex-wrap gap-x-5">
          {COURSE_TYPES.map((type) => (
            <label
              key={type}
              data-type={COURSE_TYPE_SLUGS[type]}
              className="inline-flex min-h-tap items-center gap-2.5 font-semibold text-type"
            >
              <Checkbox name="type" value={type} defaultChecked={types.includes(type)} />
              {names.type(type)}
            </label>
          ))}
        </div>
        <p className="text-cap text-ink-2">{t('typesHint')}</p>
      </fieldset>
      <Disclosure small summary={t('more')} open={hasMore}>
        <div className="grid gap-5 pt-2">
          {sessions.length > 0 && (
            <SelectField name="session" label={find('session')} defaultValue={session ?? ''}>
              <option value="">{find('anySession')}</option>
              {sessions.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <RadioGroup
            legend={t('aim')}
            name="aim"
            options={AIMS.flatMap((value) =>
              value === 'least' && figures === null
                ? []
                : [{ value, label: t(`aims.${value}`, { figures: figures ?? '' }) }],
            )}
            defaultValue={aim === 'least' && figures === null ? 'students' : aim}
          />
          <div className="grid grid-cols-2 items-start gap-3">
            <Field {...text('least')} label={t('least')} inputMode="numeric" maxLength={6} />
            <Field {...text('most')} label={t('most')} inputMode="numeric" maxLength={6} />
            <p className="col-span-2 -mt-2 text-cap text-ink-2">
              {t(trades && trades.length > 1 ? 'seatsTrades' : 'seatsHint')}
            </p>
          </div>
        </div>
      </Disclosure>
      <Button type="submit" wide>
        {t('propose')}
        <ArrowRight aria-hidden />
      </Button>
    </form>
  );
}
