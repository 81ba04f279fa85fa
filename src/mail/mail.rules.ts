import type { z } from 'zod'

import { inOrder } from '#platform/text/in-order.rules.ts'

type MailDefinition = {
  /** What staff call it. */
  name: string
  /** The props of its template. */
  props: z.ZodObject
  /** The order when sending is limited: 0 a person waits for it, 1 to a person, 2 can wait. */
  urgency: 0 | 1 | 2
  /** Props that are kept once the email is sent; all others are deleted. */
  keep?: readonly string[]
  /** Sent to mailing-list subscribers: never without an unsubscribe link. */
  list?: true
  limit: MailLimit
}

/**
 * Who can cause an email, and so what limits it.
 * - `per-address`: anybody, to an address that may be a stranger's: MAILS_PER_ADDRESS an hour to each.
 * - `confirmed`: its owner, to an address that they confirmed.
 * - `per-order`: one for a step of a paid order.
 * - `per-person`: to the business about a person, who may cause `perDay` of them (notify-business).
 * - `staff`: staff or the schedule, not customers.
 */
type MailLimit = 'per-address' | 'confirmed' | 'per-order' | 'per-person' | 'staff'

/** Kinds of emails, with the rules by which they are queued and delivered. */
export type MailDefinitions = Readonly<Record<string, MailDefinition>>

export type PropsOf<Mails extends MailDefinitions> = {
  [Kind in keyof Mails]: z.infer<Mails[Kind]['props']>
}

/** Every kind of email with its props. Each module adds its own by declaration merging. */
export interface MailProps {}
export type MailKind = keyof MailProps

/** An email to be queued: its kind, its recipient, and the props of its template. */
export type OutgoingMail = {
  [Kind in MailKind]: { kind: Kind; recipient: string; props: MailProps[Kind] }
}[MailKind]

const kinds = new Map<string, MailDefinition>()

/** Adds a module's kinds; `app` does so with each module before an email is queued. */
export function addMails(mails: MailDefinitions): void {
  for (const [kind, mail] of Object.entries(mails)) kinds.set(kind, mail)
}

export const mailKinds = () => [...kinds.keys()] as MailKind[]

export const isMailKind = (kind: string): kind is MailKind => kinds.has(kind)

export function mailRule(kind: MailKind): MailDefinition {
  const rule = kinds.get(kind)
  if (!rule) throw new Error(`No email of the kind ${kind}`)
  return rule
}

/** What staff call each kind of email, by the alphabet. */
export const emailNames = (): [kind: string, name: string][] =>
  [...kinds]
    .map(([kind, { name }]): [string, string] => [kind, name])
    .toSorted(([, a], [, b]) => inOrder(a, b))

export const emailName = (kind: string): string => kinds.get(kind)?.name ?? kind
