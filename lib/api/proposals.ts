import { z } from 'zod';
import { CATALOGUE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { doneSchema } from '@/lib/accounts/administrators/schema';
import { dryRunSchema, importedSchema, refusedImportSchema } from '@/lib/catalogue-import/schema';
import {
  acceptProposalsSchema,
  ofInstitute,
  ofOfferToChange,
  ofProposal,
  proposeBranchSchema,
  proposeChangeSchema,
  proposedSchema,
  refuseProposalsSchema,
} from '@/lib/proposals/schema';
import { admin, office } from './endpoint';
import { reasonCodes } from './schema';

const notFound = 'admin.not_found';
const chosen = ['offer_proposal.none_chosen', 'offer_proposal.too_many_chosen', 'offer_proposal.not_found'] as const;

export const proposeChange = office.post('/office/offers/{courseId}/proposals', {
  id: 'proposeChange',
  summary: 'Propose other seats, another price or the end of an offer',
  roles: HEAD_ROLES,
  params: ofOfferToChange,
  json: proposeChangeSchema,
  ok: proposedSchema,
  errors: [
    'course.total_range',
    'course.price_range',
    'course.below_taken',
    'offer_proposal.nothing',
    'adoption.text_too_long',
    notFound,
    'offer_proposal.open',
  ],
});

export const proposeBranch = office.post('/office/institutes/{instituteId}/proposals', {
  id: 'proposeBranch',
  summary: 'Propose a new offer of an institute',
  roles: HEAD_ROLES,
  params: ofInstitute,
  json: proposeBranchSchema,
  ok: proposedSchema,
  errors: [
    'course.type_unknown',
    'course.branch_hindi',
    'course.total_range',
    'course.price_range',
    'course.duration_range',
    'course.duration_below_year',
    'offer_proposal.branch_required',
    'session.name_form',
    'session.not_found',
    'adoption.text_too_long',
    notFound,
    {
      codes: [
        'offer_proposal.open',
        'offer_proposal.branch_exists',
        'offer_proposal.branch_similar',
        'offer_proposal.too_many',
      ],
      details: z.object({ similar: z.string().optional() }),
    },
  ],
});

export const withdrawProposal = office.delete('/office/proposals/{proposalId}', {
  id: 'withdrawProposal',
  summary: 'Withdraw an open proposal',
  roles: HEAD_ROLES,
  params: ofProposal,
  ok: doneSchema,
  errors: ['offer_proposal.not_found', 'offer_proposal.answered'],
});

export const acceptProposals = admin.post('/admin/proposals/acceptance', {
  id: 'acceptProposals',
  inArea: true,
  summary: 'Check what accepting proposals of institutes would do, or accept them, as an import',
  roles: CATALOGUE_ROLES,
  json: acceptProposalsSchema,
  ok: z.object({ dryRun: dryRunSchema.nullable(), imported: importedSchema.nullable() }),
  errors: [
    ...chosen,
    {
      codes: ['offer_proposal.answered', 'catalogue.import_changed', 'catalogue.import_bad'],
      details: refusedImportSchema.partial(),
    },
  ],
  deadlineMs: 60_000,
});

export const refuseProposals = admin.post('/admin/proposals/refusal', {
  id: 'refuseProposals',
  inArea: true,
  summary: 'Refuse proposals of institutes with a reason',
  roles: CATALOGUE_ROLES,
  json: refuseProposalsSchema,
  ok: doneSchema,
  errors: [...chosen, ...reasonCodes, 'offer_proposal.answered'],
});
