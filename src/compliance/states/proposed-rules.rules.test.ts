import { expect, test } from 'vitest'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { limitMl, maxSource } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { expectText } from '#tests/harness/expected-text.ts'

import { proposedVersions } from './proposed-rules.rules.ts'
import { ruleText } from './rule-words.copy.ts'

const versions = proposedVersions()

const textsOf = (state: string) =>
  versions
    .filter((one) => one.state === state)
    .map((one) => [one.version, ruleText({ ...one, isSuspended: false, needsBirthdate: false })])

test('each of the 31 states has a proposal, and no other has one', () => {
  const served = statesServed('2026-12-01')
  expect(served).toHaveLength(31)
  expect(
    versions
      .map(({ state }) => state)
      .filter((state, index, all) => all.indexOf(state) === index)
      .toSorted(),
  ).toEqual(served.toSorted())
})

test('where sources differ, or a law has two limits, both are proposed', () => {
  expect(textsOf('NE')).toEqual([
    [1, '12 bottles (9 liters, 9,000 ml) per person in a calendar month'],
    [2, '144 bottles (108 liters, 108,000 ml) per person in a calendar year'],
  ])
  expect(textsOf('TX')).toEqual([
    [1, '45 bottles (34.068 liters, 34,068 ml) per person in a calendar month'],
    [2, '181 bottles (136.274 liters, 136,274 ml) per person in any 12 months'],
  ])
  const twice = versions.filter(({ version }) => version > 1).map(({ state }) => state)
  expect(twice).toEqual(['NE', 'TX'])
})

test('each has limits that a rule may have, a source, and where it was read', () => {
  for (const { limitMl: limit, countedBy, countedIn, source, note } of versions) {
    if (limit !== null) {
      expect(limit).toBeGreaterThanOrEqual(limitMl.least)
      expect(limit).toBeLessThanOrEqual(limitMl.most)
    }
    expect([countedBy === null, countedIn === null]).toEqual([limit === null, limit === null])
    expect(source.length).toBeGreaterThan(0)
    expect(source.length).toBeLessThanOrEqual(maxSource)
    expect(note).toMatch(/Read at https?:\/\/\S+$/)
  }
})

test('each limit is the one that was read, with the words that it was read in', () => {
  expectText(
    'proposed-rules',
    versions.flatMap(({ source, note, ...one }) => [
      `${one.state} ${one.version} from ${one.from}: ${ruleText({ ...one, isSuspended: false, needsBirthdate: false })}`,
      `  ${source}`,
      `  ${note}`,
    ]),
  )
})
