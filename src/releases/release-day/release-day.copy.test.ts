import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { releaseDayCopy, releaseDayWarningCopy } from './release-day.copy.ts'

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

test('what a red line of the release day refers to is in operations.md', () => {
  const day = operations.split('## A release day')[1]!.split('\n## ')[0]!
  const sections = Object.values(releaseDayWarningCopy).map(({ section }) => section)
  for (const section of [...sections, releaseDayCopy.staleSection]) {
    expect(day).toContain(`- _${section}._`)
  }
})
