import type { Services } from './services.ts'

/** Actions without their first parameter, the services. */
export type Bound<Actions> = {
  [Name in keyof Actions]: Actions[Name] extends (
    services: Services,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}

/**
 * What pages and the API may do. Each module adds its own in its `services.ts`, by declaration merging;
 * `app/shop.ts` binds them to the services.
 */
export interface Shop {}
