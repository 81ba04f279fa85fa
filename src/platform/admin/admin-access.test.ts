import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'

import routes from '../../routes.ts'
import type { StaffAction } from '../access/access.rules.ts'
import { may, staffActions } from '../access/access.rules.ts'
import { duties } from '../access/duties.rules.ts'
import type { Duty } from '../access/duties.rules.ts'
import '#app/modules.server.ts'

import { taskKinds, taskOf } from '../tasks/tasks.server.ts'
import { actionOfPage } from './parts.rules.ts'

/** Every page of the admin, from the site map. */
const pages = routeFiles()
  .map(({ address }) => `/${address}`)
  .filter(isOfAdmin)

/** Pages that only lead on or say that there is none, and the search, of which each part needs its own. */
const forAll = ['/admin', '/admin/search', '/admin/letters', '/admin/books', '/admin/*']

test('every page of the admin needs more than to be of the staff', () => {
  expect(pages.length).toBeGreaterThan(15)
  const open = pages.filter((page) => actionOfPage(page) === 'see-admin')
  expect(open.toSorted()).toEqual(forAll.toSorted())
})

test('every page of the admin is in the layout whose middleware is the guard, or has the guard itself', () => {
  const isGuarded = ({ file }: RouteConfigEntry) =>
    /\bmiddleware\b.*\brequireStaff\b/.test(readFileSync(join('src', file), 'utf8'))
  const unguarded = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
    entries
      .filter((entry) => !isGuarded(entry))
      .flatMap((entry) => [entry, ...unguarded(entry.children ?? [])])
  const open = unguarded(routes).filter(({ path }) => isOfAdmin(`/${path}`))
  expect(open.map(({ file }) => file)).toEqual([])
})

test('an address in capitals needs the same, and so does the pattern of its route', () => {
  for (const page of pages) {
    expect(actionOfPage(page.toUpperCase())).toBe(actionOfPage(page))
    expect(actionOfPage(page.slice(1))).toBe(actionOfPage(page))
  }
})

/** Written down here a second time, so that a duty that is added to an action is noticed. */
const forEveryDuty: readonly StaffAction[] = ['see-admin', 'see-own-work', 'see-today']
const ofDuty: Record<Exclude<Duty, 'owner'>, readonly StaffAction[]> = {
  releases: ['see-overview', 'set-stock', 'manage-releases'],
  shipping: ['ship-orders'],
  support: ['edit-subscribers', 'edit-users', 'handle-orders', 'answer-requests'],
  compliance: [],
  emails: ['send-mail-again', 'write-emails'],
  accounting: ['see-overview', 'reconcile', 'close-months'],
}

test.each(duties)('%s may do what its row says, and nothing without the role', (duty) => {
  for (const action of Object.keys(staffActions) as StaffAction[]) {
    const allowed =
      duty === 'owner' || forEveryDuty.includes(action) || ofDuty[duty].includes(action)
    expect(may({ role: 'staff', duties: [duty] }, action), action).toBe(allowed)
    expect(may({ role: 'member', duties: [duty] }, action)).toBe(false)
    expect(may({ role: 'staff' }, action)).toBe(false)
  }
})

test.each(taskKinds())('the task %s leads where its own action is needed', (kind) => {
  const { href, action } = taskOf(kind)
  expect(actionOfPage(href({ subject: 'malbec-2022', number: 1001 }))).toBe(action)
})
