import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './button';

test.each([false, true])('the label of a button stands in an element of its own (pending: %s)', (pending) => {
  expect(renderToStaticMarkup(<Button pending={pending}>Send OTP</Button>)).toContain('>Send OTP</span></button>');
});
