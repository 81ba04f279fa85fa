import { releaseTexts } from '#catalogue/on-sale/release-form.rules.ts'

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`

/** What is left of a release that has ended. */
export const adminLeftoversCopy = {
  title: 'What is left',
  intro:
    'Grant by queue first: what is granted is kept for its customer. Then what remains can be opened to all.',
  none: 'Its wines are in other releases now.',
  free: (cases: number | null) =>
    cases === null ? 'No count of cases is set' : `${plural(cases, 'case', 'cases')} in the pool`,
  asked: (requests: number, cases: number) =>
    requests === 0
      ? 'no open request'
      : `${plural(requests, 'request', 'requests')} for ${plural(cases, 'case', 'cases')}`,
  grant: 'Grant by queue',
  grantNamed: (wine: string) => `Grant by queue: ${wine}`,
  answer: 'See its queue',
  answerNamed: (wine: string) => `See the queue of ${wine}`,
  open: 'Open to all',
  openIntro:
    'Makes a draft of an open release with these wines. It sells nothing until you have looked at its hours and scheduled it. While it is a draft, nothing can be granted.',
  include: (wine: string) => `Include ${wine}`,
  send: 'Make the draft',
  made: 'The draft is made. Please look at its hours and texts, then schedule it.',
  nameOf: (name: string) => `${name}: the rest`.slice(0, releaseTexts.name),
  wave: 'Everyone',
  errors: {
    'wrong-state': 'This release has not ended.',
    'no-wine': 'Please choose at least one of its wines.',
    invalid: 'The draft could not be made from this release. Please clone it instead.',
  },
  noWinesYet: (why: string) => `The draft is made, but without wines. ${why}`,
} as const
