import { useTranslations } from 'use-intl';
import { Form } from '@/components/platform/form/form';
import { Field } from '@/components/platform/ui/field';
import { TextArea } from '@/components/platform/ui/text-area';
import type { Answer } from '@/lib/api/client/call-types';
import { call } from '@/lib/api/client/client';
import { coursesSchema, type Course } from '@/lib/catalogue/schema';
import { wantedSeats, type CartEntry } from '@/lib/selection/cart';
import { readOrderNumber } from '@/lib/selection/order-number';

export type CartShared = Answer<'POST /cart/share'>;

type ShareFormProps = {
  lines: readonly CartEntry[];
  /** Called with the current courses if a line is not offered any more. */
  onOutdated: (courses: readonly Course[], ids: readonly string[]) => void;
  onMade: (link: CartShared) => void;
};

/** Asks who shares the lines, and makes the link. */
export function ShareForm({ lines, onOutdated, onMade }: ShareFormProps) {
  const t = useTranslations('cart.share');
  const share = async (form: FormData) => {
    const ids = lines.map(({ id }) => id);
    const selected_courses = wantedSeats(lines);
    const text = (name: string) => String(form.get(name)).trim() || undefined;
    const order_number = readOrderNumber() || undefined;
    const by = { sender: text('sender'), company: text('company'), note: text('note'), order_number };
    const result = await call('POST /cart/share', { body: { selected_courses, ...by } });
    if (result.ok) return result;
    const current = coursesSchema.safeParse(result.details.courses);
    if (current.success) onOutdated(current.data, ids);
    return result;
  };
  return (
    <Form
      aria-label={t('title')}
      className="rounded-2 bg-sunken p-3"
      send={share}
      onDone={onMade}
      toastErrors
      toast="share"
      failed={t('failed')}
      submit={t('make')}
    >
      {({ field }) => (
        <>
          <Field {...field('sender')} label={t('sender')} maxLength={120} autoComplete="name" autoFocus />
          <Field {...field('company')} label={t('company')} maxLength={160} autoComplete="organization" />
          <TextArea {...field('note')} label={t('note')} hint={t('noteHint')} maxLength={500} />
        </>
      )}
    </Form>
  );
}
