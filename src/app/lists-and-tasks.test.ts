import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Duty } from '#platform/access/duties.rules.ts'
import { partsFor } from '#platform/admin/parts.rules.ts'
import { taskKinds, taskOf } from '#platform/tasks/tasks.server.ts'

import { modules } from './modules.server.ts'

/** What lets staff see each list, and whether its file, when it is long, needs a recent code: written out here again. */
const lists = [
  ['requests', 'answer-requests', true],
  ['allocations', 'manage-releases', true],
  ['releases', 'manage-releases', false],
  ['orders', 'handle-orders', true],
  ['claims', 'ship-orders', true],
  ['handovers', 'ship-orders', false],
  ['pickups', 'ship-orders', true],
  ['shipments', 'ship-orders', true],
  ['campaigns', 'write-emails', false],
  ['joined', 'edit-subscribers', true],
  ['differences', 'reconcile', false],
  ['duplicates', 'edit-users', true],
  ['users', 'edit-users', true],
  ['emails', 'send-mail-again', true],
  ['log', 'read-log', true],
]

test('each list is for those whose work it is, and its file of people needs a recent code', () => {
  const all = modules.flatMap((module) => module.lists ?? [])
  expect(all.map(({ name, action, namesPeople }) => [name, action, namesPeople])).toEqual(lists)
})

/** Who does each task, whether time alone makes it due, and where it is done. */
const tasks = [
  ['email-failed', 'send-mail-again', false, '/admin/emails'],
  ['second-factor-missing', 'manage-people', true, '/admin/people'],
  ['second-factor-locked', 'manage-people', true, '/admin/people'],
  ['wine-sold-out', 'set-stock', true, '/admin/wines/x'],
  ['price-missing', 'set-stock', true, '/admin/wines/x'],
  ['request-overdue', 'answer-requests', true, '/admin/requests/7#request-answer'],
  ['grant-lapses', 'answer-requests', true, '/admin/requests/7#request-answer'],
  ['leftovers', 'answer-requests', true, '/admin/requests/queue/x'],
  ['release-approval', 'manage-releases', false, '/admin/releases/x/check#second-person'],
  ['dispute', 'handle-orders', false, '/admin/orders/7#order-disputes'],
  ['refund-failed', 'handle-orders', false, '/admin/orders/7#order-refund'],
  ['order-review', 'handle-orders', false, '/admin/orders/7#order-flags'],
  ['refund-approval', 'handle-orders', false, '/admin/orders/7#second-person'],
  ['pickup-today', 'ship-orders', true, '/admin/shipping/pickups'],
  ['pickup-missed', 'ship-orders', false, '/admin/shipping/pickups?q=S-7'],
  ['shipment-attempted', 'ship-orders', false, '/admin/shipping/shipments/7'],
  ['shipment-at-depot', 'ship-orders', false, '/admin/shipping/shipments/7'],
  ['shipment-returned', 'ship-orders', false, '/admin/shipping/shipments/7'],
  ['shipment-unsound', 'ship-orders', false, '/admin/shipping/shipments/7'],
  ['shipment-silent', 'ship-orders', true, '/admin/shipping/shipments/7'],
  ['claim-open', 'ship-orders', true, '/admin/shipping/claims'],
  ['hold-ends', 'ship-orders', true, '/admin/shipping/holds'],
  ['held-for-buyer', 'handle-orders', true, '/admin/orders/7#order-buyer'],
  ['campaign-not-begun', 'write-emails', true, '/admin/campaigns/x'],
  ['campaign-paused', 'write-emails', true, '/admin/campaigns/x'],
  ['reconciliation-differs', 'reconcile', false, '/admin/reconciliation'],
  ['erasure-overdue', 'edit-users', true, '/admin/data-requests?close=7'],
  ['alarm', 'manage-people', true, '/admin/settings#alarms'],
] as const

test('each task has its line here', () => {
  expect(tasks.map(([kind]) => kind)).toEqual(taskKinds())
})

test.each(tasks)('the task %s is for %s, by time alone: %s, at %s', (kind, ...expected) => {
  const { action, isTimed = false, href } = taskOf(kind)
  expect([action, isTimed, href({ subject: 'x', number: 7 })]).toEqual(expected)
})

const screens = globSync('src/**/*.tsx').map((file) => readFileSync(file, 'utf8'))

test.each(tasks.map(([, , , href]) => href.split('#')[1]).filter((block) => block !== undefined))(
  'a page has the block %s, to which a task leads',
  (block) => {
    expect(screens.some((screen) => new RegExp(`['"]${block}['"]`).test(screen))).toBe(true)
  },
)

/** The pages of the admin that each duty opens, in their order. */
const pages: Record<Duty, readonly string[]> = {
  owner: [
    'Today, Overview, Orders, Requests, Releases, Wines, Shipping, Shipments, Handovers, Pickups',
    'Claims, Holds, Users, Joined, Duplicates, Data requests, Campaigns, Emails, Accounting',
    'Reconciliation, Staff, Shop settings, Shipping settings, Shippers, Log, You',
  ],
  releases: ['Today, Overview, Releases, Wines, You'],
  shipping: [
    'Today, Shipping, Shipments, Handovers, Pickups, Claims, Holds, Shipping settings, Shippers',
    'You',
  ],
  support: ['Today, Orders, Requests, Users, Joined, Duplicates, Data requests, You'],
  compliance: ['Today, You'],
  emails: ['Today, Campaigns, Emails, You'],
  accounting: ['Today, Overview, Accounting, Reconciliation, You'],
}

test.each(Object.entries(pages))('%s sees these pages', (duty, expected) => {
  const viewer = { role: 'staff', duties: [duty as Duty] } as const
  expect(
    partsFor(viewer)
      .map(({ title }) => title)
      .join(', '),
  ).toBe(expected.join(', '))
})
