import { paths } from '#platform/http/paths.rules.ts'

/** An address where there is nothing. */
export const missing = '/no-such-page'

/** Every public page that a visitor can open, by the name of its h1 (specification, section 2). */
export const publicPages = {
  [paths.home()]: 'Wines from the foot of the Andes',
  [paths.about()]: 'About us',
  [paths.ourWines()]: 'Our wines',
  [paths.terms()]: 'Terms of Sale',
  [paths.privacy()]: 'Privacy Policy',
  [paths.join()]: 'Join the list',
  [paths.mailingList()]: 'The mailing list',
  [paths.mailingListJoined()]: 'You are on the list',
  [paths.acquire()]: 'Acquire',
  [paths.offering()]: 'Your Exclusive Offer',
  [paths.singleBottle()]: 'One bottle, to begin with',
  [paths.test()]: "Something's missing",
  [missing]: "Something's missing",
} as const

/** The three messages over a page, by their words. */
export const messages = {
  [paths.stayTuned()]: ['INAUGURAL RELEASE FALL 2024', 'STAY TUNED!'],
  [paths.interestThanks()]: ["Thank you for your interest in our wines! We'll be in touch soon."],
  [paths.clubThanks()]: [
    'Kohue Wine Club:',
    "Thank you for your interest! We'll be reaching out soon with more details about our wine club.",
  ],
} as const
