import * as admin from '#admin/layout/admin.use-cases.ts'
import * as campaigns from '#campaigns/campaign/campaigns.use-cases.ts'
import * as cart from '#storefront/cart/cart.use-cases.ts'
import * as catalogue from '#catalogue/wines/catalogue.use-cases.ts'
import * as checkout from '#checkout/checkout.use-cases.ts'
import * as emails from '#admin/emails/emails.use-cases.ts'
import * as offers from '#storefront/offers/offers.use-cases.ts'
import * as orders from '#orders/order/orders.use-cases.ts'
import * as buyersOrders from '#storefront/orders/orders.use-cases.ts'
import * as people from '#privacy/people/people.use-cases.ts'
import * as releases from '#releases/release/releases.use-cases.ts'
import * as requests from '#requests/requests.use-cases.ts'
import * as signIn from '#accounts/sign-in/sign-in.use-cases.ts'
import type { Services } from '#platform/services/services.ts'
import type { Shop } from '#platform/services/shop.ts'
import './modules.server.ts'
import { refuseLimited } from './limited.ts'

/** What pages and the API may do: the `Shop` that the modules declare. */
const useCases = {
  ...admin,
  ...campaigns,
  ...buyersOrders,
  ...cart,
  ...catalogue,
  ...checkout,
  ...emails,
  ...offers,
  ...orders,
  ...people,
  ...releases,
  ...requests,
  ...signIn,
}

/** Binds the services to every use-case, and refuses those that a limited login session may not use. */
export function createShop(services: Services): Shop {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    async (...rest: unknown[]) => {
      refuseLimited(name, rest)
      return (useCase as (services: Services, ...rest: unknown[]) => unknown)(services, ...rest)
    },
  ])
  return Object.fromEntries(bound) as unknown as Shop
}
