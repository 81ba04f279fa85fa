import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { startTestServer } from '#tests/harness/test-server.ts'

/** Measures a test server, or the running server at the given address. */
export async function withServer(
  address: string | undefined,
  measure: (url: string) => Promise<void>,
): Promise<void> {
  if (address) return measure(address.replace(/\/$/, ''))
  const dir = resolve('.data-test', `bench-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const server = await startTestServer(dir)
  try {
    await measure(server.facts.url)
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
