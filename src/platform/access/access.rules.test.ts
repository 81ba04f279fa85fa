import { expect, test } from 'vitest'

import type { StaffAction } from './access.rules.ts'
import { may, staffActions } from './access.rules.ts'
import type { Duty } from './duties.rules.ts'
import { areSameDuties, duties, dutiesIn } from './duties.rules.ts'
import { addLimitedRights, isLimitedCall, isLimitedPage } from './limited-session.rules.ts'

/** What a duty allows, besides what all staff may do: written down here a second time, so that a change is noticed. */
const allowed: Record<Exclude<Duty, 'owner'>, StaffAction[]> = {
  support: ['edit-subscribers', 'edit-users', 'handle-orders', 'answer-requests'],
  shipping: ['ship-orders'],
  compliance: ['manage-compliance'],
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

test('duties are the same in any order, each once', () => {
  expect(dutiesIn(['support', 'nothing', 'owner', 'support'])).toEqual(['owner', 'support'])
  expect(areSameDuties(['support', 'owner'], ['owner', 'support'])).toBe(true)
  expect(areSameDuties(['support'], ['owner', 'support'])).toBe(false)
  expect(areSameDuties([], [])).toBe(true)
})

test('a limited login session may do what a module lists, and nothing else', () => {
  addLimitedRights({
    pages: { 'a-purchase': ['GET'], 'a-cart': ['GET', 'POST'] },
    views: { 'a-purchase': ['lines'] },
    calls: ['POST /a-call'],
  })
  expect(isLimitedCall('POST /a-call')).toBe(true)
  expect(isLimitedCall('GET /a-call')).toBe(false)
  for (const method of ['GET', 'HEAD'])
    expect(isLimitedPage('/a-purchase', method, null)).toBe(true)
  expect(isLimitedPage('/a-purchase', 'POST', null)).toBe(false)
  expect(isLimitedPage('/a-purchase', 'GET', 'lines')).toBe(true)
  expect(isLimitedPage('/a-purchase', 'GET', 'account')).toBe(false)
  expect(isLimitedPage('/a-cart', 'POST', 'any')).toBe(true)
  expect(isLimitedPage('/another', 'GET', null)).toBe(false)
})
