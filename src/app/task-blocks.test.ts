import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { taskKinds, taskOf } from '#platform/tasks/tasks.server.ts'

import './modules.server.ts'

const blocks = taskKinds().flatMap((kind) => {
  const [, block] = taskOf(kind).href({ subject: 'x', number: 7 }).split('#')
  return block ? [block] : []
})
const screens = globSync('src/**/*.tsx').map((file) => readFileSync(file, 'utf8'))

test.each([...new Set(blocks)])('a page has the block %s, to which a task leads', (block) => {
  expect(screens.some((screen) => new RegExp(`['"]${block}['"]`).test(screen))).toBe(true)
})
