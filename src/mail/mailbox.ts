import { emailAddress } from '#platform/text/email-address.rules.ts'

import { headerText } from './header-text.rules.ts'
import type { Mailbox } from './transports/transport.ts'

/** `Kohue <shop@kohue.example>` or a bare address, as parts; null when it is neither. */
export function mailboxOf(text: string): Mailbox | null {
  const [, name, inside] = /^([^<>]*)<([^<>]+)>\s*$/.exec(text) ?? []
  const address = emailAddress(inside ?? text)
  return address && { name: headerText((name ?? '').replaceAll('"', '')), address }
}
