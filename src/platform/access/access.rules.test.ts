import { expect, test } from 'vitest'

import type { StaffAction } from './access.rules.ts'
import { may, staffActions } from './access.rules.ts'
import type { Duty } from './duties.rules.ts'
import { duties } from './duties.rules.ts'

/** What a duty allows, besides what all staff may do: written down here a second time, so that a change is noticed. */
const allowed: Record<Exclude<Duty, 'owner'>, StaffAction[]> = {
  support: ['edit-subscribers', 'edit-users', 'handle-orders', 'answer-requests'],
  shipping: ['ship-orders'],
  compliance: [],
  emails: ['send-mail-again', 'write-emails'],
  releases: ['see-overview', 'set-stock', 'manage-releases'],
  accounting: ['see-overview', 'reconcile', 'close-months'],
}
const all = Object.keys(staffActions) as StaffAction[]
const ofAllStaff = ['see-admin', 'see-own-work', 'see-today']

const allowedTo = (viewer: Parameters<typeof may>[0]) => all.filter((action) => may(viewer, action))

test('each duty allows what is its own, and an owner may do everything', () => {
  for (const duty of duties) {
    const own = duty === 'owner' ? all : [...ofAllStaff, ...allowed[duty]]
    expect([duty, allowedTo({ role: 'staff', duties: [duty] })]).toEqual([
      duty,
      all.filter((action) => (own as string[]).includes(action)),
    ])
  }
  expect(allowedTo({ role: 'staff', duties: ['emails', 'shipping'] })).toEqual(
    all.filter((action) =>
      [...ofAllStaff, ...allowed.emails, ...allowed.shipping].includes(action),
    ),
  )
})

test('nobody else may do any of it: members, staff without a duty, or a session of a purchase link', () => {
  expect(allowedTo({ role: 'visitor' })).toEqual([])
  expect(allowedTo({ role: 'member', duties: ['owner'] })).toEqual([])
  expect(allowedTo({ role: 'staff' })).toEqual([])
  expect(allowedTo({ role: 'staff', duties: [] })).toEqual([])
  expect(allowedTo({ role: 'staff', duties: ['owner'], isLimited: true })).toEqual([])
})

test.each(['shop-as-member', 'edit-own-account'] as const)(
  '%s is for everybody with an account',
  (action) => {
    const roles = ['visitor', 'member', 'staff'] as const
    expect(roles.map((role) => may({ role }, action))).toEqual([false, true, true])
  },
)
