import { test } from 'vitest'

import { expectParts, listView, pageWith } from '#tests/harness/what-parts-say.tsx'

import DuplicateList from './duplicate-list.page.tsx'
import { duplicateList } from './duplicate-list.store.server.ts'
import MergeUser from './merge-user.page.tsx'

test('which accounts may be of one person', () => {
  const pair = (id: string, byBirthdate: boolean, byPhone: boolean) => ({
    ...{ id, one: `${id}-1`, other: `${id}-2`, byBirthdate, byPhone },
    first: { name: `Ana ${id}`, email: `ana-${id}@example.com` },
    second: { name: `Bea ${id}`, email: `bea-${id}@example.com` },
    foundAt: new Date('2027-03-09T18:00:00Z'),
  })
  const listOf = (rows: object[]) => {
    const list = listView('duplicates', duplicateList.shape, rows)
    return {
      part: pageWith(DuplicateList, { loaderData: { list, isStale: false } }),
      at: '/admin/duplicates',
    }
  }
  expectParts('duplicate-list', {
    none: listOf([]),
    'for each reason': listOf([
      pair('a', true, false),
      pair('b', false, true),
      pair('c', true, true),
    ]),
  })
})

const side = (name: string, change: object = {}, has: object = {}) => ({
  ...{ id: name, version: name.length, name, email: `${name}@example.com`, isConfirmed: true },
  has: { orders: name.length, requests: 0, allocations: 0, ...has },
  ...change,
})

function page(pair: object | null, change: object = {}, answer?: object) {
  const loaderData = {
    ...{ into: { id: 'ana', email: 'ana@example.com' }, other: '', problem: null, key: 'k' },
    pair: pair && {
      ...{ into: side('ana'), from: side('beatriz'), whyNot: null, differ: null, parts: [] },
      ...pair,
    },
    ...change,
  }
  return { part: pageWith(MergeUser, { loaderData, actionData: answer }), answer }
}

test('what is asked before two accounts are merged', () => {
  const part = (name: string, choice: string) => ({
    ...{ part: name, choice, texts: { into: `${name} of Ana`, from: `${name} of Beatriz` } },
  })
  expectParts(
    'merge-user',
    {
      'two that are the same': page({}),
      'which other': page(null),
      'one of whom is not known': page(null, {
        ...{ other: 'nobody@example.com', problem: 'No account has this email.' },
      }),
      'with parts to choose from': page({ parts: [part('name', 'into'), part('club', 'from')] }),
      'not confirmed': page({ whyNot: 'unconfirmed', from: side('cleo', { isConfirmed: false }) }),
      'of staff': page({ whyNot: 'ofStaff' }),
      'both with allocations': page({
        into: side('ana', {}, { allocations: 2, requests: 3 }),
        from: side('beatriz', {}, { allocations: 1, requests: 4 }),
      }),
      'one with allocations': page({ into: side('ana', {}, { allocations: 5 }) }),
      'the other with allocations': page({ from: side('beatriz', {}, { allocations: 6 }) }),
      'without a name': page({ from: side('beatriz', { name: '' }) }),
      'whose names differ': page({ differ: 'name' }),
      'whose birthdates differ': page({ differ: 'birthdate' }),
      'of whom both differ': page({ differ: 'both' }),
      refused: page({}, {}, { values: {}, errors: {}, refusal: 'It was changed meanwhile.' }),
      gone: page(null, { into: null }),
    },
    { asChanges: true },
  )
})
