import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/settings';
import { HttpError } from '@/lib/platform/errors';
import { parseOrThrow } from '@/lib/platform/http';
import { blocksOf } from '@/lib/operation/privacy/formatted-text';
import { saveSettings } from '@/lib/settings/mutations';
import { settingsSchemas } from '@/lib/settings/schema';

/** PUT /api/admin/settings/{group} {version, value}: 409 if somebody else saved the group since it was read. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.saveSettings, async ({ scope, params: { group }, body, respond }) => {
    const value = parseOrThrow(settingsSchemas[group].strict(), body.value);
    if ('text' in value && Object.values(value.text).some((text) => blocksOf(text) === null))
      throw new HttpError('settings.too_nested');
    const saved = await saveSettings(scope, { group, value, version: body.version });
    if (!saved) throw new HttpError('settings.changed_meanwhile');
    return respond(200, saved);
  }),
});
