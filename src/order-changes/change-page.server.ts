import { randomUUID } from 'node:crypto'

import { customerPage } from '#platform/action/customer-page.server.ts'
import type { AnyAction } from '#platform/action/page-action.server.ts'
import { httpError } from '#platform/http/http-error.ts'

import { ownOrder, viewChanges } from './view-changes.actions.server.ts'

/** Loader and action of a page for changes of the order that its address names. */
export const pageForChange = <Change extends AnyAction | Record<string, AnyAction>>(
  change: Change,
) =>
  customerPage({
    for: 'anyone',
    limited: true,
    async load({ services, viewer, params }) {
      const own = await ownOrder(services, viewer, params)
      const changes = own && (await viewChanges(services, own))
      if (!changes) throw httpError(404)
      return { changes, formKey: randomUUID() }
    },
    actions: change,
  })
