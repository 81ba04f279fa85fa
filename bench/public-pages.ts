import { paths } from '#web/paths.ts'

/** Every page a visitor can open, and if search engines are told of it. */
export const publicPages = [
  { path: paths.home(), listed: true },
  { path: paths.about(), listed: true },
  { path: paths.ourWines(), listed: true },
  { path: paths.join(), listed: true },
  { path: paths.mailingList(), listed: true },
  { path: paths.mailingListJoined(), listed: false },
  { path: paths.acquire(), listed: true },
  { path: paths.offering(), listed: true },
  { path: paths.singleBottle(), listed: true },
  { path: paths.offerThanks(), listed: false },
  { path: paths.terms(), listed: true },
  { path: paths.privacy(), listed: true },
  { path: paths.login(), listed: true },
  { path: paths.register(), listed: true },
  { path: paths.stayTuned(), listed: false },
  { path: paths.interestThanks(), listed: false },
  { path: paths.clubThanks(), listed: false },
  { path: paths.test(), listed: false },
] as const

/** The cookie of somebody who has said to be over 21. */
export const overAge = 'ageKey=older'
