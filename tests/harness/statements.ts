import pg from 'pg'
import { vi } from 'vitest'

/** The result of the work, and how many statements it sent to PostgreSQL. */
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
