import { Button } from './button';
import { DialogButtons, ModalClose } from './dialog';

type FormButtonsProps = {
  pending: boolean;
  /** The label of the button that submits, which says what happens while pending. */
  submit: string;
  cancel: string;
};

/** The buttons at the end of a form in a modal. */
export function FormButtons({ pending, submit, cancel }: FormButtonsProps) {
  return (
    <DialogButtons>
      {/* Not `disabled` while pending: the dialog would lose the focus. */}
      <Button type="submit" aria-disabled={pending || undefined} aria-busy={pending || undefined}>
        {submit}
      </Button>
      <ModalClose asChild>
        <Button variant="line">{cancel}</Button>
      </ModalClose>
    </DialogButtons>
  );
}
