import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { openTestHouse } from '#tests/harness/test-house.ts'

/** Measures a house opened for this, or the running one whose address is given. */
export async function withHouse(
  address: string | undefined,
  measure: (url: string) => Promise<void>,
): Promise<void> {
  if (address) return measure(address.replace(/\/$/, ''))
  const dir = resolve('.data-test', `bench-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const house = await openTestHouse(dir)
  try {
    await measure(house.facts.url)
  } finally {
    await house.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
