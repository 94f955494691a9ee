import { COURSE_TYPES } from '@/db/schema/enums';
import type { FilterTexts } from '@/lib/platform/filter-texts';
import { getTranslator } from '@/lib/platform/i18n/server';
import { FIGURES, REPORT_COLUMNS, REPORT_ROWS } from './schema';

const t = getTranslator('en', 'report');

export const REPORT_FILTERS = {
  labels: {
    rows: t('form.rows'),
    columns: t('form.columns'),
    figure: t('form.figure'),
    type: t('form.type'),
    district: t('form.district'),
    session: t('form.session'),
    year: t('form.year'),
    institute: t('form.institute'),
    company: t('form.company'),
  },
  choices: {
    rows: REPORT_ROWS.map((each) => [each, t(`rows.${each}`)]),
    columns: REPORT_COLUMNS.map((each) => [each, t(`columns.${each}`)]),
    figure: FIGURES.map((each) => [each, t(`figure.${each}`)]),
    type: COURSE_TYPES,
  },
} satisfies FilterTexts;
