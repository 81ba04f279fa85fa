import type { Services } from '#platform/services/services.ts'

import * as actions from './actions.ts'

type Bound<Actions> = {
  [Name in keyof Actions]: Actions[Name] extends (
    services: Services,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}

/** Actions of the shop without their first parameter. */
export type Shop = Bound<typeof actions>

export const createShop = (services: Services): Shop =>
  Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      name,
      async (...rest: unknown[]) =>
        (action as (services: Services, ...rest: unknown[]) => unknown)(services, ...rest),
    ]),
  ) as unknown as Shop
