import { expect, test } from 'vitest'

import { paths } from '#web/paths.ts'

import { cachedPages } from './cached-pages.ts'
import { speculationRules } from './speculation-rules.ts'

test('browsers may fetch ahead only what is sent from memory', () => {
  const [rule] = JSON.parse(speculationRules).prefetch
  expect(rule.where.href_matches).toEqual(Object.keys(cachedPages))
  expect(rule.where.href_matches).not.toContain(paths.members())
  expect(rule.eagerness).toBe('moderate')
})
