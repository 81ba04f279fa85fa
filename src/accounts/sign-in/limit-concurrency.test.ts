import { expect, test } from 'vitest'

import { limitConcurrency, Overloaded } from './limit-concurrency.ts'

/** Tasks that the test ends. */
function manualTasks() {
  const started: (() => void)[] = []
  const task = () => new Promise<void>((end) => started.push(end))
  return { started, task }
}

test('tasks run, then queue, and the rest is refused at once', async () => {
  const run = limitConcurrency({ running: 2, waiting: 1 })
  const { started, task } = manualTasks()
  const accepted = [run(task), run(task), run(task)]
  await expect(run(task)).rejects.toBeInstanceOf(Overloaded)
  expect(started).toHaveLength(2)

  started[0]!()
  await accepted[0]
  await expect.poll(() => started.length).toBe(3)
  const last = run(task)
  await expect(run(task)).rejects.toBeInstanceOf(Overloaded)
  for (const index of [1, 2]) started[index]!()
  await Promise.all(accepted)
  await expect.poll(() => started.length).toBe(4)
  started[3]!()
  await last
})

test('a failing task passes its slot to the next', async () => {
  const run = limitConcurrency({ running: 1, waiting: 1 })
  const failing = run(() => Promise.reject(new Error('no')))
  const next = run(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await run(() => Promise.resolve('again'))).toBe('again')
})
