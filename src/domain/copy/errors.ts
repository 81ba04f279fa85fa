/** What people read when a page can't be had. */
export const errorCopy = {
  notFound: {
    title: "Something's missing",
    text: 'This page has moved, or it never was. The wines are where they always are.',
  },
  staffOnly: {
    title: 'This room is for staff',
    text: 'You are signed in, but not as someone who works here.',
  },
  unexpected: {
    title: 'Something went wrong',
    text: 'It was us, not you, and we have been told. Please try again in a moment.',
  },
  again: 'Try again',
  unreached:
    'No answer came from the shop. Nothing you typed here is lost: please try again in a moment.',
  home: 'Back to the house',
  requestId: 'If you write to us about it, tell us this number:',
} as const
