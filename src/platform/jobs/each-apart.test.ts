import { expect, test } from 'vitest'

import { eachApart } from './each-apart.ts'

const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

const work = async (done: string[], failures: Record<string, Error>) =>
  eachApart(['one', 'two', 'three'], async (item) => {
    if (failures[item]) throw failures[item]
    done.push(item)
  })

test('what fails does not keep the others back, and is thrown in the end', async () => {
  const done: string[] = []
  const [wrong, worse] = [new Error('wrong'), new Error('worse')]
  await expect(work(done, { one: wrong })).rejects.toBe(wrong)
  expect(done).toEqual(['two', 'three'])
  await expect(work([], { one: wrong, three: worse })).rejects.toMatchObject({
    message: '2 of 3 failed',
    errors: [wrong, worse],
  })
  await work(done, {})
})

test('a database that is away ends it at once', async () => {
  const done: string[] = []
  await expect(work(done, { two: lost })).rejects.toBe(lost)
  expect(done).toEqual(['one'])
})
