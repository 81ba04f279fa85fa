import { z } from 'zod'

import { entryCookie } from '#accounts/links/entry-cookies.ts'
import type { HeldLink } from '#accounts/links/entry-link.rules.ts'
import { requestFreshLink } from '#accounts/links/login-link.actions.server.ts'
import type { Said } from '#platform/action/carry-out.server.ts'
import { customerAnswer, customerWork } from '#platform/action/customer-action.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import { enterByLink } from './enter-by-link.actions.server.ts'

/** What the page of a link shows once a button of it was pressed, or where that leads. */
type Came = {
  outcome?: 'elsewhere' | 'invalid' | 'too-many' | 'fresh-sent' | 'confirm-first'
  said: Said
}

const statusOf = {
  elsewhere: 200,
  'confirm-first': 200,
  'fresh-sent': 200,
  invalid: 404,
  'too-many': 429,
} as const

const show = (outcome: NonNullable<Came['outcome']>): Came => ({
  outcome,
  said: { stays: statusOf[outcome] },
})

const ofLink = {
  for: 'anyone',
  limit: 'itself',
  limited: true,
  /** The link that this browser holds; none before the age gate was answered. */
  form: z.object({ link: z.custom<HeldLink | null>() }),
  say: ({ said }: Came) => said,
} as const

/** Enters by the link. */
export const enter = customerAnswer({
  ...ofLink,
  async run({ services, viewer, headers }, { link }): Promise<Came> {
    if (!link) return { said: { to: paths.enter() } }
    const entered = await enterByLink(services, link, viewer, headers)
    if (!entered.ok) return show(entered.reason)
    const cookies = [...entered.cookies, entryCookie.clear(services.settings)]
    const to = safeReturnTo(entered.returnTo, paths.purchase())
    return { said: { to, cookies, ...(entered.othersRemoved && othersRemoved) } }
  },
})

const othersRemoved = {
  tone: 'info',
  sentence:
    'You are logged in by the link, which proved that this email is yours. It had never been confirmed here, so its password and all other devices were removed. You can set a password under Security.',
} as const

/** Sends a fresh link, for another browser than the one that the link is bound to. */
export const sendFreshLink = customerAnswer({
  ...ofLink,
  mails: true,
  async run({ services, headers }, { link }): Promise<Came> {
    if (!link) return { said: { to: paths.enter() } }
    const asked = await requestFreshLink(services, link, headers)
    return show(asked.ok ? 'fresh-sent' : asked.reason)
  },
})

/** Forgets the link of someone else. */
export const forgetLink = customerWork({
  ...ofLink,
  run: async ({ services }): Promise<Came> => ({
    said: { to: paths.login(), cookies: [entryCookie.clear(services.settings)] },
  }),
})
