/** What people read when a page can't be had. */
export const errorCopy = {
  notFound: {
    title: "Something's missing",
    text: 'This page has moved, or was never here. The wines are where they always are.',
  },
  staffOnly: {
    title: 'This page is for staff',
    text: 'Your account doesn’t have access to this page.',
  },
  headless: {
    title: 'Unavailable For Headless Browser',
    text: 'Please open this page in a browser window and send the form from there.',
  },
  refused: {
    title: 'This could not be done',
    text: 'This page may be out of date. Go back, reload it and try again.',
  },
  unexpected: {
    title: 'Something went wrong',
    text: 'Something failed on our side. Please try again in a moment.',
  },
  unreached: {
    title: 'We could not reach the shop',
    text: 'Please check your connection and try again.',
  },
  again: 'Try again',
  toForm: 'Back to the form',
  networkError:
    'We could not reach the shop. Nothing you typed here is lost: please try again in a moment.',
  /** The page stays open, with what was typed. */
  signedOut:
    'You were signed out, so nothing was saved. What you typed is still here: log in in a new tab, then send it again from this one.',
  logIn: 'Log in',
  /** The page was left. */
  signedOutAndLost: 'You were signed out, so nothing was saved. Please log in and send it again.',
  home: 'Back to the home page',
  requestId: 'If you write to us about it, please include this number:',
} as const

const byStatus: Readonly<Record<number, { title: string; text: string }>> = {
  403: errorCopy.staffOnly,
  404: errorCopy.notFound,
  451: errorCopy.headless,
}

/** What a page says of a status. Only a failure of ours, from 500 on, is said to be one. */
export const errorWords = (status: number): { title: string; text: string } =>
  byStatus[status] ?? (status < 500 ? errorCopy.refused : errorCopy.unexpected)
