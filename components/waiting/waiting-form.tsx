'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeForm } from '@/components/accounts/codes/code-form';
import { Form } from '@/components/platform/form/form';
import { LEAVING } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Field } from '@/components/platform/ui/field';
import { SelectField } from '@/components/platform/ui/select-field';
import { DISTANCES, NEAR_KM } from '@/lib/catalogue/places/distance';
import { WAITING_SCOPES, type WaitingScope } from '@/lib/waiting/schema';
import { call, type ApiResult } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { onlyDigits } from '@/lib/platform/digits';

const FIELD_OF = {
  'waiting.place_unknown': 'place',
  'waiting.seats_range': 'seats',
  'waiting.above_total': 'seats',
  'seats.limit_email': 'seats',
  'waiting.min_above': 'min_seats',
  'waiting.free_now': 'min_seats',
  'sponsor.email_required': 'email',
  'sponsor.email_invalid': 'email',
  'sponsor.too_long': 'email',
};

type WaitingFormProps = {
  courseId: string;
  /** What each scope is called; of a branch with one offer in the city, without that of the city. */
  scopes: Partial<Record<WaitingScope, string>>;
  /** The city of the course: the place at first. */
  city: string;
  /** Seats that are wanted at first, and the minimum. */
  seats: number;
  minSeats: number;
  /** The confirmed address of the signed-in sponsor; null for others, who prove theirs with a code. */
  ownEmail: string | null;
};

type Distance = (typeof DISTANCES)[number];
type Wanted = { course_id: string; scope: WaitingScope; place?: string; radius_km?: Distance };
type Typed = Wanted & { seats: number; min_seats: number; email: string };
type Sent = { expiresAt: number; resendAt: number };

async function sendCode(typed: Typed): Promise<ApiResult<Sent>> {
  const result = await call('POST /waiting/code', { body: typed });
  if (!result.ok) return result;
  const now = Date.now();
  const { expiresIn, resendIn } = result.data;
  return { ok: true, data: { expiresAt: now + expiresIn * 1000, resendAt: now + resendIn * 1000 } };
}

/** Asks to be told when seats are free: how many, at least how many, where and whom; then the code. */
export function WaitingForm({ courseId, scopes, city, seats, minSeats, ownEmail }: WaitingFormProps) {
  const t = useTranslations('waiting');
  const router = useRouter();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [scope, setScope] = useState<WaitingScope>('course');
  const open = ({ id }: { id: string }) => {
    router.push(`/waiting/${id}`);
    return LEAVING;
  };

  if (typed && sent)
    return (
      <div className="grid gap-4">
        <CodeForm
          resendAt={sent.resendAt}
          expiresAt={sent.expiresAt}
          verify={(otp) => call('POST /waiting', { body: { ...typed, otp } })}
          onVerified={open}
          resend={() => sendCode(typed)}
          onResent={setSent}
          resentText={t('sent')}
          onGone={() => setSent(null)}
        >
          {({ id }) => (
            <p id={id} role="status" className="wrap-anywhere">
              {t('sentTo', { email: typed.email })}
            </p>
          )}
        </CodeForm>
        <Button variant="bare" size="inline" className="justify-self-start" onClick={() => setSent(null)}>
          {t('change')}
        </Button>
      </div>
    );

  const numberOf = (fields: FormData, name: string) => Number(onlyDigits(String(fields.get(name))) || NaN);
  const first: Omit<Typed, 'course_id' | 'scope'> = typed ?? { seats, min_seats: minSeats, email: '' };
  return (
    <Form
      noValidate
      submit={t(ownEmail === null ? 'send' : 'save')}
      submitting={t('sending')}
      fieldOf={FIELD_OF}
      failed={{ code: 'waiting.failed' }}
      toast="waiting"
      send={async (fields): Promise<ApiResult<Sent | { id: string }>> => {
        const wish = {
          course_id: courseId,
          scope,
          ...(scope === 'near' && {
            place: String(fields.get('place')),
            radius_km: Number(fields.get('radius_km')) as Distance,
          }),
          seats: numberOf(fields, 'seats'),
          min_seats: numberOf(fields, 'min_seats'),
        };
        if (ownEmail !== null) return callAsSponsor('POST /user/waiting', { body: wish });
        const next = { ...wish, email: String(fields.get('email')) };
        setTyped(next);
        return sendCode(next);
      }}
      onDone={(answer) => ('id' in answer ? open(answer) : setSent(answer))}
    >
      {({ field }) => (
        <>
          <SelectField
            label={t('scope')}
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value as WaitingScope)}
            {...field('scope')}
          >
            {WAITING_SCOPES.filter((one) => scopes[one]).map((one) => (
              <option key={one} value={one}>
                {scopes[one]}
              </option>
            ))}
          </SelectField>
          {scope === 'near' && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('place')} maxLength={100} defaultValue={first.place ?? city} {...field('place')} />
              <SelectField label={t('km')} defaultValue={first.radius_km ?? NEAR_KM} {...field('radius_km')}>
                {DISTANCES.map((km) => (
                  <option key={km} value={km}>
                    {t('kmUpTo', { km })}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t('seats')}
              inputMode="numeric"
              maxLength={6}
              defaultValue={shown(first.seats)}
              {...field('seats')}
            />
            <Field
              label={t('min')}
              hint={t('minHint')}
              inputMode="numeric"
              maxLength={6}
              defaultValue={shown(first.min_seats)}
              {...field('min_seats')}
            />
          </div>
          {ownEmail === null ? (
            <Field
              label={t('email')}
              type="email"
              autoComplete="email"
              maxLength={254}
              defaultValue={first.email}
              {...field('email')}
            />
          ) : (
            <p className="text-small wrap-anywhere text-ink-2">{t('own', { email: ownEmail })}</p>
          )}
        </>
      )}
    </Form>
  );
}

/** A number as the value of a field; empty if nothing sensible was typed. */
const shown = (seats: number): string => (Number.isNaN(seats) ? '' : String(seats));
