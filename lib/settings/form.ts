import { LOCALES } from '@/lib/platform/i18n/locale';
import { settingsSchemas, type Settings, type SettingsGroup } from './schema';

/** Fields of a group that are plain text. */
export const TEXT_FIELDS = {
  body: ['legalName', 'address', 'pan', 'accountName', 'accountNumber', 'ifsc', 'bankName', 'upiId', 'signatory'],
  numbering: ['proforma', 'receipt', 'creditNote', 'statement', 'certificate', 'use'],
  contact: ['support'],
  bankFile: ['columns'],
  offer: ['covers', 'duration', 'recipient', 'leaving'],
  privacy: ['text', 'contact'],
} as const;

/** Returns what a form of a group contains, in the shape of its schema and not yet validated. */
function valueIn(group: SettingsGroup, form: FormData): Record<string, unknown> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const texts = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text(name)]));
  const all = (name: string) => form.getAll(name).map((value) => String(value).trim());
  switch (group) {
    case 'terms':
      return {
        pledgeDays: text('pledgeDays') === '' ? null : Number(text('pledgeDays')),
        transferDays: Number(text('transferDays')),
        confirmDays: Number(text('confirmDays')),
        maxInstalments: Number(text('maxInstalments')),
        waitingHours: Number(text('waitingHours')),
        waitingDays: Number(text('waitingDays')),
        renewalDays: Number(text('renewalDays')),
        reminderDays: text('reminderDays')
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number),
        yearEndFrom: text('yearEndFrom'),
        yearEndDays: Number(text('yearEndDays')),
        scheduleItem: text('scheduleItem'),
        donationSection: text('donationSection'),
        donationUrn: text('donationUrn'),
        donationUrnDate: text('donationUrnDate'),
        donationType: text('donationType'),
      };
    case 'body': {
      const [numbers, ends] = [all('registration.number'), all('registration.validUntil')];
      const registrations = all('registration.name')
        .map((name, at) => ({ name, number: numbers[at] ?? '', validUntil: ends[at] ?? '' }))
        .filter(({ name, number }) => name !== '' || number !== '');
      return { ...texts(TEXT_FIELDS.body), registrations };
    }
    case 'numbering':
    case 'bankFile':
    case 'contact':
      return texts(TEXT_FIELDS[group]);
    case 'offer':
    case 'privacy':
      return Object.fromEntries(
        TEXT_FIELDS[group].map((name) => [
          name,
          Object.fromEntries(LOCALES.map((locale) => [locale, text(`${name}.${locale}`)])),
        ]),
      );
  }
}

/** Returns the settings that a form contains, or the names of the fields with an invalid value. */
export function readSettingsForm<G extends SettingsGroup>(
  group: G,
  form: FormData,
): { ok: true; value: Settings[G] } | { ok: false; invalid: string[] } {
  const parsed = settingsSchemas[group].safeParse(valueIn(group, form));
  if (parsed.success) return { ok: true, value: parsed.data as Settings[G] };
  const names = parsed.error.issues.map(({ path }) =>
    path.slice(0, group === 'offer' || group === 'privacy' ? 2 : 1).join('.'),
  );
  return { ok: false, invalid: [...new Set(names)] };
}
