import pg from 'pg'
import { vi } from 'vitest'

/** Runs `work`; returns its result and the number of statements it sent to PostgreSQL. */
export async function countStatements<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: number }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    return { result: await work(), statements: sent.mock.calls.length }
  } finally {
    sent.mockRestore()
  }
}
