import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import type { Module } from '#platform/module/module.ts'

import { modules } from './modules.server.ts'

/** Files in which a module declares what it contributes, and the field of its `module.server.ts`. */
const contributions = {
  'figures.server.ts': 'figures',
  'jobs.server.ts': 'jobs',
  'log.copy.ts': 'log',
  'parts.rules.ts': 'parts',
  'tasks.server.ts': 'tasks',
} as const

const declared = Object.entries(contributions).flatMap(([name, field]) =>
  globSync(`src/*/${name}`).map((file): [string, keyof Module] => [file, field]),
)

test.each(declared)('what %s declares is contributed', async (file, field) => {
  const declaring = Object.values((await import(resolve(file))) as object)
  expect(modules.some((module) => declaring.includes(module[field]))).toBe(true)
})

test('no job has two owners', () => {
  const names = modules.flatMap(({ jobs = {} }) =>
    Object.entries(jobs).flatMap(([name, { earlierNames = [] }]) => [name, ...earlierNames]),
  )
  expect(names).toEqual([...new Set(names)])
})

test('each alarm refers to a line of operations.md', () => {
  const operations = readFileSync('docs/operations.md', 'utf8')
  const lines = modules.flatMap(({ figures }) =>
    Object.values(figures?.alarms ?? {}).map(({ line }) => line),
  )
  expect(lines).toHaveLength(16)
  for (const line of lines) expect(operations).toContain(`| \`${line}`)
})

test('no alarm or metric has two owners', () => {
  const figures = modules.flatMap((module) => module.figures ?? [])
  const names = figures.flatMap(({ alarms = {}, gauges }) => [
    ...Object.keys(alarms),
    ...gauges.map(({ name }) => name),
  ])
  expect(names).toEqual([...new Set(names)])
})

test('a login session that a purchase link opened may do this, and nothing else', () => {
  const rights = modules.map(({ limited = {} }) => limited)
  const pages = rights.flatMap((right) => Object.entries(right.pages ?? {}))
  const methods = (...wanted: string[]) =>
    pages
      .filter(([, all]) => all.join() === wanted.join())
      .map(([pattern]) => pattern)
      .toSorted()
  expect(methods('GET')).toEqual([
    ...['', '*', 'about', 'account/session', 'acquire', 'enter/:token', 'login/google/callback'],
    ...['members', 'mono', 'ourwines', 'privacy', 'ship', 'stay', 'succes', 'terms', 'thanks'],
  ])
  expect(methods('GET', 'POST')).toEqual([
    ...['account/confirm', 'age-gate', 'cart', 'enter', 'login', 'login/google', 'login/passkey'],
    ...['logout', 'members/interest', 'members/requests', 'purchase', 'reset-password'],
    ...['unsubscribe/:token', 'your-data/:token'],
  ])
  expect(pages).toHaveLength(30)
  expect(Object.assign({}, ...rights.map(({ views }) => views))).toEqual({ members: ['current'] })
  expect(rights.flatMap(({ calls = [] }) => calls).toSorted()).toEqual([
    'GET /identity/authorized-domains',
    'GET /identity/password-policy',
    'GET /identity/recaptcha-config',
    'POST /create-checkout-session',
    'POST /identity/report',
    'POST /identity/revoke',
    'POST /identity/send-out-of-band-code',
    'POST /identity/sign-in',
  ])
})

test('alarms are raised at once, or after so many minutes', () => {
  const minutes = modules.flatMap(({ figures }) =>
    Object.entries(figures?.alarms ?? {}).flatMap(([name, { after }]) =>
      after ? [[name, after]] : [],
    ),
  )
  expect(Object.fromEntries(minutes)).toEqual({
    'connections-used-up': 1,
    'events-unsettled': 10,
    'holds-unpaid': 15,
    'process-busy': 1,
    'promises-overdue': 5,
    'provider-failing': 5,
  })
})
