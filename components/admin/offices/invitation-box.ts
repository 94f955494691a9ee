/** The name of the checkboxes by which institutes of the table are chosen; each has the line that invites its contact. */
export const INVITATION_BOX = 'invitation';
