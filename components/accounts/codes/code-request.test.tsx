import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CodeButton } from './code-request';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

/** The button after a refusal that ends in so many seconds; with null not by itself. */
const after = (seconds: number | null) =>
  renderToStaticMarkup(
    <CodeButton
      code={{
        pending: false,
        refusal: {
          message: 'A new code is possible from 2:05 pm.',
          until: seconds === null ? null : Date.now() + seconds * 1000,
        },
        request: () => Promise.resolve(),
      }}
    >
      Send
    </CodeButton>,
  );

test('the button of a code waits while none may be sent, and the reason stays beside it', () => {
  expect(after(60)).toMatch(/role="status".*A new code is possible from 2:05 pm\..*<button[^>]* disabled=""/);
  expect(after(0)).not.toContain('possible');
  expect(after(0)).not.toContain('disabled=""');
  expect(after(null)).toContain('possible');
  expect(after(null)).not.toContain('disabled=""');
});
