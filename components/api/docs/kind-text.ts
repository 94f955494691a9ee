import type { Kind } from '@/lib/api/docs/fields';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'apiDocs.kind');
const count = new Intl.NumberFormat('en-IN');

/** Describes the type of a value: 'text, 1 to 120 characters'. */
export function kindText(kind: Kind): string {
  switch (kind.is) {
    case 'text':
      if (kind.format === 'uuid' || kind.format === 'date') return t(kind.format);
      return limited(t('text'), kind, (range) => t('characters', { range }));
    case 'integer':
    case 'number':
      return limited(t(kind.is), kind, (range) => range);
    case 'list':
    case 'map':
      return limited(t(kind.is, { of: kind.of.is === 'object' ? t('objects') : kindText(kind.of) }), kind, (range) =>
        t('entries', { range }),
      );
    case 'choice':
      return either(kind.of);
    case 'either':
      return either(kind.of.map(kindText));
    default:
      return t(kind.is);
  }
}

function either(all: readonly string[]): string {
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : t('or', { first: all.slice(0, -1).join(', '), last });
}

function limited(text: string, limits: { min?: number; max?: number }, format: (range: string) => string): string {
  const [min, max] = [limits.min, limits.max].map((limit) => (limit === undefined ? undefined : count.format(limit)));
  if (min !== undefined && max !== undefined) return `${text}, ${format(t('range', { min, max }))}`;
  if (max !== undefined) return `${text}, ${format(t('most', { max }))}`;
  return min === undefined ? text : `${text}, ${format(t('least', { min }))}`;
}
