import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { adminPage, IN_AREA } from '@/components/admin/admin-page';
import { Adoption } from '@/components/admin/adoptions/adoption';
import { mayCall } from '@/lib/accounts/administrators/roles';
import { readAdoption } from '@/lib/admin/adoptions/queries';
import { recordViewAfterResponse } from '@/lib/admin/audit-log/views';
import * as endpoints from '@/lib/api/admin-adoption';
import { normalReference } from '@/lib/adoption/core/reference';
import { readAdoptionConversation } from '@/lib/conversation/queries';
import { readPayeeAccounts } from '@/lib/payees/queries';
import { NO_ACCOUNTS } from '@/lib/payees/schema';
import { getTranslator } from '@/lib/platform/i18n/server';
import { readSegment } from '@/lib/platform/site/segment';

type Props = { params: Promise<{ reference: string }> };

const referenceOf = async (params: Props['params']) => normalReference(readSegment((await params).reference) ?? '');

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const reference = await referenceOf(params);
  if (!reference) return { title: getTranslator('en', 'admin.notFound')('title') };
  return { title: getTranslator('en', 'adminAdoption')('title', { reference }) };
}

/** /admin/billings/{reference}: an adoption with its history, money and papers, and everything that can be done. */
export default adminPage(async (scope, { params }: Props) => {
  const reference = await referenceOf(params);
  const adoption = reference ? await readAdoption(scope, reference) : null;
  if (!adoption) notFound();
  recordViewAfterResponse(scope, { action: 'adoption.viewed', subject: adoption.id, reference: adoption.reference });
  const conversation = await readAdoptionConversation(scope, adoption.id, adoption.sponsor.fullName);
  const accounts = (await readPayeeAccounts(scope, [adoption.id])).get(adoption.id) ?? NO_ACCOUNTS;
  const mayAct = mayCall(scope, endpoints.actOnBilling);
  return <Adoption adoption={adoption} conversation={conversation} accounts={accounts} mayAct={mayAct} />;
}, IN_AREA);
