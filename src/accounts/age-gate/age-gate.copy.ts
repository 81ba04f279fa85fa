/** What the gate says (specification, sections 2 and 4). */
export const ageGateCopy = {
  question: 'Are you over 21?',
  why: 'Please confirm your age to enter.',
  over: 'I am over 21',
  under: 'I am under 21',
  refusedTitle: 'You must be 21 to enter',
  refused: 'We take seriously our responsibility to limit access to adults 21 and older.',
  learnMore: 'About drinking responsibly',
  howToLeave: 'To leave, close this tab or go back to the page you came from.',
} as const
