import type { Module } from '#platform/module/module.ts'

import { offerRoutes } from './offers/offer.api.ts'

export const storefront: Module = {
  calls: [{ routes: offerRoutes }],
  limited: {
    pages: {
      cart: ['GET', 'POST'],
      mono: ['GET'],
      offer1: ['GET'],
      offering: ['GET'],
      'order/:token': ['GET', 'POST'],
      ourwines: ['GET'],
      purchase: ['GET', 'POST'],
      ship: ['GET'],
      succes: ['GET'],
      success_offering: ['GET'],
    },
  },
}
