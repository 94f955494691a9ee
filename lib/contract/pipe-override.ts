import { z } from 'zod';
import type { CreateDocumentOptions } from 'zod-openapi';

type Override = NonNullable<CreateDocumentOptions['override']>;

/**
 * A schema that is asked in two steps, first loosely and then strictly, is described by the second: what passes the first alone
 * is refused. Steps that turn a value into one of another kind are described by what comes in, as everything is.
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
