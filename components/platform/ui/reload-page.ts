/**
 * 'Try Again' of the error pages: loads the document anew. `reset` of React would render with the scripts that the page
 * already has, so it never recovers from one that was lost on a bad network, nor from a page that a translator changed.
 */
export const reloadPage = (): void => window.location.reload();
