import { paths } from '../http/paths.rules.ts'

/** The public pages that the bar and the footer lead to, in their order. */
export const publicLinks = [
  { href: paths.about(), label: 'About us' },
  { href: paths.ourWines(), label: 'Wines' },
]
