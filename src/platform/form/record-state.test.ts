import { expect, test } from 'vitest'

import { listStateIn } from './record-state.ts'

test('the view of the list that led to a record is read from its address, and nothing else of it', () => {
  const view = new URLSearchParams({ q: 'ana ruiz', sort: '-email' }).toString()
  const address = new URLSearchParams({ list: view, page: '3' })
  expect(listStateIn(address)).toEqual({ q: 'ana ruiz', sort: '-email' })
  expect(listStateIn(new URLSearchParams('q=ana'))).toEqual({})
})
