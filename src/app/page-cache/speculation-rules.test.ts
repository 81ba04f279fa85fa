import { expect, test } from 'vitest'

import { speculationRules } from './speculation-rules.ts'

test('browsers may prefetch these paths and no others', () => {
  expect(JSON.parse(speculationRules(['/', '/about']))).toEqual({
    prefetch: [{ where: { href_matches: ['/', '/about'] }, eagerness: 'moderate' }],
  })
})
