import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'

import { isOfAdmin, routeFiles } from '#tests/harness/site-map.ts'

import routes from '../../routes.ts'
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

test.each(taskKinds())('the task %s leads where its own action is needed', (kind) => {
  const { href, action } = taskOf(kind)
  expect(actionOfPage(href({ subject: 'malbec-2022', number: 1001 }))).toBe(action)
})
