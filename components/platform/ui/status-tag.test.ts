import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATES } from '@/db/schema/billing-states';

const styles = readFileSync(new URL('status-tag.css', import.meta.url), 'utf8');

test.each(Object.entries(STATES))('the icon of the state %s is drawn', (_, { icon }) => {
  expect(styles).toContain(`[data-icon='${icon}']`);
});
