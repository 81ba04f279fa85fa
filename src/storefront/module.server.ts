import type { Module } from '#platform/module/module.ts'

import { offerRoutes } from './offers/offer.api.ts'

export const storefront: Module = {
  calls: [{ routes: offerRoutes }],
}
