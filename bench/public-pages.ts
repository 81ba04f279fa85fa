import { paths } from '#web/paths.ts'

/** Every page a visitor can open. */
export const publicPages = [
  { path: paths.home() },
  { path: paths.about() },
  { path: paths.ourWines() },
  { path: paths.join() },
  { path: paths.mailingList() },
  { path: paths.mailingListJoined() },
  { path: paths.acquire() },
  { path: paths.offering() },
  { path: paths.singleBottle() },
  { path: paths.offerThanks() },
  { path: paths.terms() },
  { path: paths.privacy() },
  { path: paths.login() },
  { path: paths.register() },
  { path: paths.stayTuned() },
  { path: paths.interestThanks() },
  { path: paths.clubThanks() },
  { path: paths.test() },
] as const

/** The cookie of somebody who has said to be over 21. */
export const overAge = 'ageKey=older'
