import { z } from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

type Override = NonNullable<CreateDocumentOptions['override']>;

/**
 * Describes a pipe of two schemas of the same type, a loose and a strict one, by the second: input that only passes the
 * first is refused. Pipes that convert to another type are described by their input, like all schemas.
 */
export const overridePipes: Override = ({ zodSchema, jsonSchema, io }) => {
  const { def } = zodSchema._zod;
  if (io !== 'input' || def.type !== 'pipe') return;
  const { in: first, out: second } = def as z.core.$ZodPipeDef;
  if (first._zod.def.type !== second._zod.def.type) return;
  const { $schema: _, ...narrow } = z.toJSONSchema(second, {
    io,
    unrepresentable: 'any',
    override: (context) => overridePipes({ ...context, io } as Parameters<Override>[0]),
  });
  Object.assign(jsonSchema, narrow);
};
