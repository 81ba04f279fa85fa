import { emailAddress } from '#platform/text/email-address.rules.ts'
import { headerText } from '#domain/emails/header-text.ts'

import type { Mailbox } from './transport.ts'

/** `Kohue <shop@kohue.example>` or a bare address, as parts; null when it is neither. */
export function mailboxOf(text: string): Mailbox | null {
  const [, name, inside] = /^([^<>]*)<([^<>]+)>\s*$/.exec(text) ?? []
  const address = emailAddress(inside ?? text)
  return address && { name: headerText((name ?? '').replaceAll('"', '')), address }
}
