import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import type { Module } from '#platform/module/module.ts'
import { moduleFolders } from '#tests/harness/module-folders.ts'

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
  for (const line of lines) expect(operations).toContain(`|\`${line}`)
})

test('of each module with alarms a test says when they are raised', async () => {
  const untested = (await moduleFolders()).filter(
    ([folder, { figures }]) => figures?.alarms && !existsSync(`src/${folder}/alarms.test.ts`),
  )
  expect(untested).toEqual([])
})

test('no alarm or metric has two owners', () => {
  const figures = modules.flatMap((module) => module.figures ?? [])
  const names = figures.flatMap(({ alarms = {}, gauges }) => [
    ...Object.keys(alarms),
    ...gauges.map(({ name }) => name),
  ])
  expect(names).toEqual([...new Set(names)])
})
