import { inject } from 'vitest'

import type { TestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    shops: TestServer['facts'][]
  }
}

/** The running shop of these tests. Each worker has one of its own, where the setup has started several. */
export const theShop = (): TestServer['facts'] => {
  const shops = inject('shops')
  return shops[(Number(process.env['VITEST_POOL_ID']) - 1) % shops.length]!
}
