import { expect, test } from 'vitest'

import { freePorts } from './free-ports.ts'

test('each worker of the tests takes its ports from a part of its own', async () => {
  const part = Number(process.env['VITEST_POOL_ID']) % 8
  for (let times = 0; times < 20; times++) {
    const first = await freePorts(4)
    expect(first).toBeGreaterThanOrEqual(20_000 + part * 1_500)
    expect(first + 3).toBeLessThan(20_000 + (part + 1) * 1_500)
  }
})
