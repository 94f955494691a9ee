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
import { figuresFileSchema, figuresQuerySchema, figuresVersionSchema } from '@/lib/catalogue/district-figures/schema';
import { IMPORT_MS, MAX_OFFICE_FILE_BYTES } from '@/lib/platform/limits';
import { XLSX_TYPE } from '@/lib/platform/spreadsheet/schema';

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

export const uploadDistrictFigures = admin.post('/admin/district-figures', {
  id: 'uploadDistrictFigures',
  summary: 'Check a file with a figure for each district, or with `save` store it',
  roles: OWNER_ROLES,
  query: figuresQuerySchema,
  body: { kind: 'file', media: ['text/csv', XLSX_TYPE], maxBytes: MAX_OFFICE_FILE_BYTES },
  deadlineMs: IMPORT_MS,
  ok: figuresFileSchema,
  errors: [
    'catalogue.file_unusable',
    'catalogue.busy',
    'district_figures.not_usable',
    'district_figures.changed_meanwhile',
  ],
});

export const removeDistrictFigures = admin.delete('/admin/district-figures', {
  id: 'removeDistrictFigures',
  summary: 'Remove the figures of districts',
  roles: OWNER_ROLES,
  json: figuresVersionSchema,
  ok: successResponse,
  errors: ['district_figures.changed_meanwhile'],
});
