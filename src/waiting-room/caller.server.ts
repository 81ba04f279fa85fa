import { networkOf } from '#platform/text/network-address.rules.ts'

import { placesPerNetwork } from './line.rules.ts'
import { shortHash } from './tickets.server.ts'

/** What the gate needs to know of a request. */
export type Caller = {
  url: string
  agent: string | undefined
  address: string
  /** The token of the login session, whose cookie was signed by the shop; and the cookie of the line. */
  session: string | undefined
  pass: string | undefined
}

const visitorOf = ({ agent }: Caller) => shortHash(`v:${agent ?? ''}`)

/** Whose pass it is: the login session's, or of visitors what their browser says of itself. */
export const browserOf = (caller: Caller) =>
  caller.session ? shortHash(`s:${caller.session}`) : visitorOf(caller)

/** Whether a pass is this browser's, also one from before it logged in. */
export const isTheirs = (caller: Caller, browser: string) =>
  browser === browserOf(caller) || browser === visitorOf(caller)

/** The same browser before it logged in. */
export const asVisitor = (caller: Caller): Caller => ({ ...caller, session: undefined })

/** As whom a browser counts: visitors of one network as ten at most, whatever their browsers say. */
export function presenceOf(caller: Caller): string {
  if (caller.session) return browserOf(caller)
  const which = Buffer.from(visitorOf(caller), 'base64url')[0]! % placesPerNetwork
  return shortHash(`v:${networkOf(caller.address)}:${which}`)
}

export const networkHashOf = ({ address }: Caller) => shortHash(`n:${networkOf(address)}`)
