import 'server-only';
import { codeDelivery } from '@/lib/delivery/transport';
import { env } from '@/lib/platform/env';
import { readSavedSettings, readSettings } from './queries';
import type { SettingsGroup } from './schema';
import { ownSupportContact } from './support-contact';

/** What a site lacks until it can take money; `group`: the settings that it belongs to, null for those of the operator. */
type Missing = {
  what: 'receiver' | 'account' | 'contact' | 'terms' | 'email' | 'texts' | 'sandbox';
  group: SettingsGroup | null;
};

/**
 * Returns what is missing until sponsors can pay and get answers, in the order in which it is needed. The demo sends no
 * e-mail and moves no money on purpose.
 */
export async function readMissing(): Promise<Missing[]> {
  const [{ legalName, accountNumber, ifsc }, { savedAt }, contact] = await Promise.all([
    readSettings('body'),
    readSavedSettings('terms'),
    ownSupportContact(),
  ]);
  const { MESSAGE_TRANSPORT, OUTBOX_PRINT, PAYMENT_PROVIDER } = env();
  const isOutbox = MESSAGE_TRANSPORT === 'outbox';
  const isDemo = isOutbox && OUTBOX_PRINT === 'on';
  const all: (Missing & { isMissing: boolean })[] = [
    { what: 'receiver', group: 'body', isMissing: legalName === '' },
    { what: 'account', group: 'body', isMissing: accountNumber === '' || ifsc === '' },
    { what: 'contact', group: 'contact', isMissing: contact === null },
    { what: 'terms', group: 'terms', isMissing: savedAt === null },
    { what: 'email', group: null, isMissing: isOutbox && !isDemo },
    { what: 'texts', group: null, isMissing: codeDelivery() === null },
    { what: 'sandbox', group: null, isMissing: PAYMENT_PROVIDER === 'sandbox' && !isDemo },
  ];
  return all.filter(({ isMissing }) => isMissing).map(({ what, group }) => ({ what, group }));
}
