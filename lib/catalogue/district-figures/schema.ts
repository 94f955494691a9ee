import { z } from 'zod';
import type { ReadProblem } from '@/lib/platform/table-file/schema';

/** The row of the settings with the figures of districts. */
export const FIGURES = 'district_figures';

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u);

/** What is said of the figures beside them: in Hindi optionally, where from, and for which year or day. */
export const figuresInfoSchema = z.object({
  title: line(80).min(1),
  title_hindi: line(80).default(''),
  source: line(200).min(1),
  year: line(20).min(1),
});

/** Figures by district, by its name of districts.json: numbers of at most two decimals, not negative. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of districts as they are stored. */
export const districtFiguresSchema = figuresInfoSchema.extend({ figures: z.record(z.string(), z.number().min(0)) });
export type DistrictFigures = z.infer<typeof districtFiguresSchema>;

/** The query of POST /api/admin/district-figures; with `save` it needs what figuresInfoSchema does. */
export const figuresQuerySchema = z.strictObject({
  save: z.literal('true').optional().describe('Stores the figures; without it nothing is stored'),
  version: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Of the figures that are replaced; left out if there are none'),
  title: line(80).optional().describe('What the figures are, such as: CSR rupees per person'),
  title_hindi: line(80).optional(),
  source: line(200).optional(),
  year: line(20).optional(),
});

export const figuresVersionSchema = z.strictObject({ version: z.string().min(1).max(64) });

const lineOfFile = z.object({ line: z.number(), name: z.string() });

/** What a file says of districts. Only a file without `unknown`, `twice` and `wrong` is stored. */
export const figuresFileSchema = z.object({
  saved: z.boolean(),
  /** The title of the column with the figures. */
  column: z.string(),
  matched: z.array(z.object({ district: z.string(), figure: z.number() })),
  unknown: z.array(lineOfFile),
  twice: z.array(z.object({ district: z.string(), lines: z.array(z.number()) })),
  wrong: z.array(lineOfFile.extend({ text: z.string(), problem: z.enum(['empty', 'negative', 'formula', 'number']) })),
  /** Districts that the file does not name. */
  missing: z.array(z.string()),
  /** Rows of sums. */
  left_out: z.array(lineOfFile),
  /** As the file's own columns say, if all its rows agree. */
  source: z.string().nullable(),
  year: z.string().nullable(),
});
export type FiguresFile = z.infer<typeof figuresFileSchema>;

/** Why a table has no figures: no column of districts, no other column, or several. */
type TableProblem =
  | { code: 'no_district' | 'no_figure'; params?: undefined }
  | { code: 'several_figures'; params: { columns: string } }
  | { code: 'too_many_rows'; params: { max: number } };

export type ReadFigures =
  | { ok: true; file: Omit<FiguresFile, 'saved'> }
  | { ok: false; problem: Pick<ReadProblem, 'code' | 'params'> | TableProblem };

/** Whether a file can be stored. */
export const isUsable = ({ matched, unknown, twice, wrong }: Omit<FiguresFile, 'saved'>): boolean =>
  matched.length > 0 && unknown.length + twice.length + wrong.length === 0;
