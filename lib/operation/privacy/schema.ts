import { z } from 'zod';

const about = z.string().describe('What it contains, in the accepted language');

/** The file with the data of a sponsor. Entries are rows of the database, under the names of their columns. */
export const ownDataSchema = z
  .object({
    about,
    made_at: z.iso.datetime().describe('When the file was made'),
    sections: z
      .array(
        z.object({
          name: z.string().describe('Name of the section'),
          about,
          entries: z
            .array(z.record(z.string(), z.unknown()))
            .describe('Rows by the names of their columns; amounts in paise, times with their zone'),
        }),
      )
      .describe('The data, by kind'),
    not_included: z
      .array(z.object({ name: z.string().describe('Name of a table'), why: z.string().describe('Why it is left out') }))
      .describe('Tables with data about you that are left out'),
  })
  .meta({
    examples: [
      {
        about: 'Everything that this website stores about you, by section.',
        made_at: '2026-11-23T06:30:00.000Z',
        sections: [
          {
            name: 'account',
            about: 'Your account.',
            entries: [{ full_name: 'Asha Verma', company_name: 'Narmada Motors Pvt Ltd' }],
          },
        ],
        not_included: [{ name: 'audit_log', why: 'What administrators did.' }],
      },
    ],
  });
export type OwnData = z.infer<typeof ownDataSchema>;
