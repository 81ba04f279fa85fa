import { paths } from '#web/paths.ts'

/** Every page a visitor can open, what kind it is, and if search engines are told of it. */
export const publicPages = [
  { path: paths.home(), form: false, listed: true },
  { path: paths.about(), form: false, listed: true },
  { path: paths.ourWines(), form: false, listed: true },
  { path: paths.join(), form: false, listed: true },
  { path: paths.mailingList(), form: true, listed: true },
  { path: paths.mailingListJoined(), form: false, listed: false },
  { path: paths.acquire(), form: false, listed: true },
  { path: paths.offering(), form: true, listed: true },
  { path: paths.singleBottle(), form: true, listed: true },
  { path: paths.offerThanks(), form: false, listed: false },
  { path: paths.terms(), form: false, listed: true },
  { path: paths.privacy(), form: false, listed: true },
  { path: paths.login(), form: true, listed: true },
  { path: paths.register(), form: true, listed: true },
  { path: paths.stayTuned(), form: false, listed: false },
  { path: paths.interestThanks(), form: false, listed: false },
  { path: paths.clubThanks(), form: false, listed: false },
  // Its two test buttons are a form to this table.
  { path: paths.test(), form: true, listed: false },
] as const

/** The cookie of somebody who has said to be over 21. */
export const overAge = 'ageKey=older'
