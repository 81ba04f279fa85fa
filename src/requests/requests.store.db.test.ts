import { afterAll, beforeAll, expect, test } from 'vitest'

import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { removeAnswer, saveAnswer, savedAnswersNow } from './saved-answers.store.server.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>['db']
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

test('ten answers are kept by their names; one of them is changed, and an eleventh refused', async () => {
  for (let at = 9; at >= 0; at--) {
    expect(await saveAnswer(db, { name: `Answer ${at}`, text: 'Not this year.' })).toBe(true)
  }
  expect(await saveAnswer(db, { name: 'Another', text: 'Next year.' })).toBe(false)
  expect(await saveAnswer(db, { name: 'Answer 0', text: 'Next year.' })).toBe(true)
  const kept = await savedAnswersNow(db)
  expect(kept).toHaveLength(10)
  expect(kept.slice(0, 2)).toMatchObject([
    { name: 'Answer 0', text: 'Next year.' },
    { name: 'Answer 1', text: 'Not this year.' },
  ])
  expect(await removeAnswer(db, kept[1]!.id)).toBe('Answer 1')
  expect(await removeAnswer(db, kept[1]!.id)).toBe(null)
  expect(await saveAnswer(db, { name: 'Another', text: 'Next year.' })).toBe(true)
})
