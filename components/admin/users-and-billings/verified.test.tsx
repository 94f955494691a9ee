import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Verified } from './verified';

test('the text stands in one element, so that the gap after the tick does not part it', () => {
  const html = renderToStaticMarkup(
    <Verified is>
      Yes<span>, 25 Nov 2026</span>
    </Verified>,
  );
  expect(html).toContain('<span>Yes<span>, 25 Nov 2026</span></span></span>');
});
