import { fileProblemText } from '@/lib/catalogue-import/problem-texts';
import { readFiguresInWorker } from '@/lib/admin/file-worker/read-in-worker';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/settings';
import { removeDistrictFigures, storeDistrictFigures } from '@/lib/catalogue/district-figures/mutations';
import { figuresInfoSchema, isUsable, type ReadFigures } from '@/lib/catalogue/district-figures/schema';
import { HttpError } from '@/lib/platform/errors';
import { parseOrThrow } from '@/lib/platform/http';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'settings.figures.problem');

/** Returns why a file has no figures, as a sentence. */
function problemText(problem: Extract<ReadFigures, { ok: false }>['problem']): string {
  switch (problem.code) {
    case 'no_district':
    case 'no_figure':
      return t(problem.code);
    case 'several_figures':
      return t(problem.code, problem.params);
    case 'too_many_rows':
      return t(problem.code, { max: Number(problem.params?.max) });
    default:
      return fileProblemText(problem);
  }
}

/**
 * POST /api/admin/district-figures: takes a table with figures of districts as the body and says what it contains; with `save` stores them in place of
 * those that are stored. DELETE {version}: removes them.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.uploadDistrictFigures, async ({ scope, query, readFile, respond }) => {
    const read = await readFiguresInWorker(new Uint8Array(await readFile()), scope.adminId);
    if (!read.ok) throw new HttpError('catalogue.file_unusable', { params: { reason: problemText(read.problem) } });
    const { save, version = null, ...given } = query;
    if (save === undefined) return respond(200, { ...read.file, saved: false });
    if (!isUsable(read.file)) throw new HttpError('district_figures.not_usable');
    const info = parseOrThrow(figuresInfoSchema, given);
    const figures = Object.fromEntries(read.file.matched.map(({ district, figure }) => [district, figure]));
    const isStored = await storeDistrictFigures(scope, { ...info, figures }, version);
    if (!isStored) throw new HttpError('district_figures.changed_meanwhile');
    return respond(200, { ...read.file, saved: true });
  }),
  DELETE: createHandler(endpoints.removeDistrictFigures, async ({ scope, body, respond }) => {
    if (!(await removeDistrictFigures(scope, body.version))) throw new HttpError('district_figures.changed_meanwhile');
    return respond(200, { success: true });
  }),
});
