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
  const accepted = [run('a', task), run('a', task), run('a', task)]
  await expect(run('a', task)).rejects.toBeInstanceOf(Overloaded)
  expect(started).toHaveLength(2)

  started[0]!()
  await accepted[0]
  await expect.poll(() => started.length).toBe(3)
  const last = run('a', task)
  await expect(run('a', task)).rejects.toBeInstanceOf(Overloaded)
  for (const index of [1, 2]) started[index]!()
  await Promise.all(accepted)
  await expect.poll(() => started.length).toBe(4)
  started[3]!()
  await last
})

test('a failing task passes its slot to the next', async () => {
  const run = limitConcurrency({ running: 1, waiting: 1 })
  const failing = run('a', () => Promise.reject(new Error('no')))
  const next = run('a', () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await run('a', () => Promise.resolve('again'))).toBe('again')
})

/** Tasks of sources, all queued behind one that runs; `order` fills as they start. */
function queuedBehindOne(waiting: number) {
  const run = limitConcurrency({ running: 1, waiting })
  const { started, task } = manualTasks()
  const running = run('first', task)
  const order: string[] = []
  const queue = (source: string, name: string) =>
    run(source, async () => void order.push(name)).catch((error: unknown) => {
      order.push(error instanceof Overloaded ? `${name} refused` : 'failed')
    })
  const finish = async (queued: Promise<unknown>[]) => {
    started[0]!()
    await running
    await Promise.all(queued)
    return order
  }
  return { queue, finish }
}

test('sources take turns: one with many tasks does not keep the others waiting', async () => {
  const { queue, finish } = queuedBehindOne(10)
  const queued = [
    queue('a', 'a1'),
    queue('a', 'a2'),
    queue('a', 'a3'),
    queue('b', 'b1'),
    queue('c', 'c1'),
    queue('b', 'b2'),
  ]
  expect(await finish(queued)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('when the queue is full, another source takes the last place of the one with most', async () => {
  const { queue, finish } = queuedBehindOne(3)
  const queued = [queue('a', 'a1'), queue('a', 'a2'), queue('a', 'a3'), queue('b', 'b1')]
  queued.push(queue('a', 'a4'))
  expect(await finish(queued)).toEqual(['a4 refused', 'a3 refused', 'a1', 'b1', 'a2'])
})
