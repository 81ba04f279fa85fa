/**
 * Fades from one page to the next. In the document itself: a transition begins before a style sheet
 * of the new page may have come, and Chromium then throws that the page did not opt in. The content
 * security policy allows exactly this text.
 */
export const viewTransitionStyle =
  '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'
