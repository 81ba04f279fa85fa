/** What the gate says (specification, sections 2 and 4). */
export const ageGateCopy = {
  question: 'Are you over 21?',
  why: 'Our wines are made for adults. Please tell us your age before you come in.',
  over: 'I am over 21',
  under: 'I am under 21',
  refusedTitle: 'We can’t let you in',
  refused: 'We take seriously our responsibility to limit access to adults of 21 years and older.',
  learnMore: 'Why it matters: responsible drinking',
  howToLeave: 'To leave this site, close this tab or go back to the page you came from.',
} as const
