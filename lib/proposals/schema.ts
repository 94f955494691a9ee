import { z } from 'zod';
import { COURSE_TYPES, PROPOSAL_STATES } from '@/db/schema/enums';
import { noteSchema, reasonSchema } from '@/lib/accounts/audit-log/schema';
import { sessionName } from '@/lib/catalogue/session';
import { idSchema } from '@/lib/platform/id-schema';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { MAX_DECIDED_PROPOSALS } from '@/lib/platform/limits';
import { rowChoiceSchema } from '@/lib/platform/row-choice';
import { queryText } from '@/lib/platform/search-params';

/** A value as somebody typed it; readChange and readBranch read it like the cell of an import. */
const typed = z.string().max(1000);

const note = noteSchema(500).describe('For administrators; may be empty');

/** The body of POST /api/office/offers/{courseId}/proposals: what is as it was before is no proposal. */
export const proposeChangeSchema = z.strictObject({
  total_seats: typed.optional(),
  price_per_seat: typed.optional().describe('Rupees per seat and year'),
  close: z.boolean().describe('Whether no more seats are to be adopted'),
  note,
});
export type TypedChange = z.infer<typeof proposeChangeSchema>;

/** The body of POST /api/office/institutes/{instituteId}/proposals: what a row of an import has. */
export const proposeBranchSchema = z.strictObject({
  course_name: z.enum(COURSE_TYPES, { error: 'course.type_unknown' }),
  branch: typed,
  branch_hindi: typed,
  total_seats: typed,
  price_per_seat: typed.describe('Rupees per seat and year'),
  duration_years: typed,
  session: sessionName,
  study_year: typed,
  is_other_name: z.boolean().describe('Whether it is another branch than one whose name is spelled nearly the same'),
  note,
});
export type TypedBranch = z.infer<typeof proposeBranchSchema>;

export const proposedSchema = z.object({ proposals: z.int() });

export const ofOfferToChange = z.object({ courseId: idSchema('admin.not_found') });
export const ofInstitute = z.object({ instituteId: idSchema('admin.not_found') });
export const ofProposal = z.object({ proposalId: idSchema('offer_proposal.not_found') });

/** Chosen proposals; a filter stands for the open ones that it finds. */
const chosen = rowChoiceSchema(
  z
    .array(idSchema('offer_proposal.not_found'))
    .min(1, { error: 'offer_proposal.none_chosen' })
    .max(MAX_DECIDED_PROPOSALS, { error: 'offer_proposal.too_many_chosen' }),
);

/** The body of POST /api/admin/proposals/acceptance. */
export const acceptProposalsSchema = z.strictObject({
  chosen,
  apply: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .describe('The digest of the check to apply; null checks only'),
});

/** The body of POST /api/admin/proposals/refusal. */
export const refuseProposalsSchema = z.strictObject({ chosen, reason: reasonSchema });

/** All proposals, open ones first, then the newest: search and filters. */
export const PROPOSAL_LIST = defineList('/admin/catalogue/proposals', {
  /** Words of the institute, its city or the branch. */
  q: queryText.optional(),
  state: z.enum(PROPOSAL_STATES).optional(),
});
export type ProposalFilter = FilterOf<typeof PROPOSAL_LIST>;
