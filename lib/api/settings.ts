import { z } from 'zod';
import { OWNER_ROLES } from '@/lib/accounts/administrators/roles';
import {
  accountDecisionSchema,
  savedSettingsSchema,
  SETTINGS_GROUPS,
  settingsValueSchema,
} from '@/lib/settings/schema';
import { admin } from './endpoint';
import { successResponse } from './schema';

export const saveSettings = admin.put('/admin/settings/{group}', {
  id: 'saveSettings',
  summary: 'Save a group of settings',
  roles: OWNER_ROLES,
  confirmed: true,
  params: z.object({ group: z.enum(SETTINGS_GROUPS, { error: 'settings.unknown' }) }),
  json: z.strictObject({
    version: z.string().min(1).max(64).nullable(),
    value: settingsValueSchema,
  }),
  ok: savedSettingsSchema,
  errors: ['settings.too_nested', 'settings.unknown', 'settings.changed_meanwhile'],
});

export const decideAccountChange = admin.post('/admin/account-change', {
  id: 'decideAccountChange',
  summary: 'Confirm or discard a change of the bank account',
  roles: OWNER_ROLES,
  confirmed: true,
  json: accountDecisionSchema,
  ok: successResponse,
  errors: ['settings.account_changed_meanwhile', 'settings.second_owner'],
});
