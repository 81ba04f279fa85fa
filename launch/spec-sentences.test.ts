import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { startView } from '#accounts/account/members-start.rules.ts'
import { identitySentence } from '#accounts/sign-in/sign-in.copy.ts'
import { shippingMethodName } from '#catalogue/destinations/shipping.rules.ts'
import { cardCopy } from '#checkout/card/card.copy.ts'
import { mailResults } from '#mail/transports/transport.ts'
import { ageCookie } from '#platform/http/age-gate.rules.ts'
import { dashboardCopy, membershipCopy } from '#platform/layout/members.copy.ts'
import { usersListCopy } from '#privacy/people/user-list.copy.ts'
import { modalsCopy } from '#site/pages/modals.copy.ts'

/**
 * Statements of the map of the specification. Their quoted sentences are compared exactly here, because the
 * browser tests ignore letter case and surrounding text.
 */
const statements = readFileSync('docs/spec-map.md', 'utf8')
  .split('\n## Beyond')[0]!
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|')[1]!)

const quoted = [
  ...new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)].map(([, words]) => words!),
    ),
  ),
]

/** The values of a subscription, which the filter of the users takes. */
const [active, inactive] = Object.keys(usersListCopy.subscriptionOf)

/** What the shop shows for quotations that are not in the copy files literally. */
const shownAs: Readonly<Record<string, () => string>> = {
  current: () => startView(false, false),
  dash: () => startView(true, false),
  older: () => ageCookie.value,
  active: () => active!,
  inactive: () => inactive!,
  'INAUGURAL RELEASE FALL 2024 / STAY TUNED!': () =>
    `${modalsCopy.stay.title} / ${modalsCopy.stay.text}`,
  'The Andes society / My Membership History': () =>
    `${membershipCopy.title} / ${membershipCopy.subtitle}`,
  'My Tupungato (level 6) or Aconcagua (level 12) Wine Membership is ACTIVE': () =>
    dashboardCopy.active('Tupungato (level 6) or Aconcagua (level 12)'),
  'Start Pay of {amount}': () => cardCopy.pay(123_45).replace('$123.45', '{amount}'),
  'Local Pick up': () => shippingMethodName.pickup,
  'Fill email input': () => identitySentence('missing-email'),
  'Invalid email': () => identitySentence('invalid-email'),
  'Please enter your password': () => identitySentence('missing-password'),
  'Email or Password error': () => identitySentence('invalid-credential'),
  'Password must be at least 6 characters long': () => identitySentence('weak-password'),
  'You are already registered with {email}': () =>
    identitySentence('email-already-in-use', { email: '{email}', isSignedIn: true }),
  'An account with {email} already exist. Please Log In': () =>
    identitySentence('email-already-in-use', { email: '{email}' }),
  Forbidden: () => mailResults.blocked.text,
  'Too Many Requests': () => mailResults.tooMany.text,
  'Network Error': () => mailResults.unreachable.text,
}

const copies = import.meta.glob(['../src/**/*.copy.ts'], { eager: true })
const sentences = new Set(Object.values(copies).flatMap(textsIn))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

test('the map quotes sentences', () => {
  expect(quoted.length).toBeGreaterThan(60)
  for (const words of Object.keys(shownAs)) expect(quoted).toContain(words)
})

describe('as the specification has it', () => {
  test.each(quoted)('%s', (words) => {
    const shown = shownAs[words]
    if (shown) expect(shown()).toBe(words)
    else expect(sentences).toContain(words)
    // Repetitions of a sentence may not differ in letter case; shorter texts are labels.
    const alike = [...sentences].filter((text) => text.toLowerCase() === words.toLowerCase())
    if (words.length >= 20) expect(alike.filter((text) => text !== words)).toEqual([])
  })
})
