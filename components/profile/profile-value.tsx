import { Fragment } from 'react';
import { langOf } from '@/lib/i18n/script';

/** A value of the profile in its own language; an e-mail address that is too long for its line breaks after the @ first. */
export function ProfileValue({ children }: { children: string }) {
  const [first, ...rest] = children.split('@');
  return (
    <span lang={langOf(children)}>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          @<wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
