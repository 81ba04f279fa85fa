import { isDatabaseUnavailable } from '../database/database-unavailable.ts'

/**
 * Works through many things one after another. One that fails does not keep the others back: its error is thrown in the
 * end, so that the job has failed. A database that is away, which would fail all of them, ends it at once.
 */
export async function eachApart<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) {
    throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
  }
}
