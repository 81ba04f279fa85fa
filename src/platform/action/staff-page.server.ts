import { randomUUID } from 'node:crypto'

import type { LoaderFunctionArgs } from 'react-router'

import type { StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import { servicesContext } from '../http/context.ts'
import { memberOf } from '../http/guards.ts'
import { httpError } from '../http/http-error.ts'
import type { Services } from '../services/services.ts'
import { shopDates } from '../text/dates.rules.ts'
import type { AnyAction } from './page-action.server.ts'
import { pageAction } from './page-action.server.ts'

type Loading = Pick<LoaderFunctionArgs, 'params' | 'request' | 'url' | 'context'> & {
  services: Services
  db: Services['db']
  now: Date
  /** The calendar day in the shop's time zone. */
  today: string
  viewer: ReturnType<typeof memberOf>
}

type Page<Loaded, Actions> = {
  /** What staff must be allowed to do to see it; each action has its own. */
  needs: StaffAction
  load: (loading: Loading) => Promise<Loaded>
  /** By the `intent` of the button. */
  actions: Actions
}

/**
 * Loader and action of a staff page. React Router wants the exports one by one:
 * `export const loader = page.loader`.
 */
export const staffPage = <Loaded extends object, Actions extends Record<string, AnyAction>>(
  page: Page<Loaded, Actions>,
) => ({
  async loader({ params, request, url, context }: LoaderFunctionArgs) {
    const viewer = memberOf(context)
    if (!may(viewer, page.needs)) throw httpError(403)
    const services = context.get(servicesContext)
    const now = services.clock()
    const today = shopDates(services.settings.timeZone).isoDay(now)
    const { db } = services
    const args = { params, request, url, context }
    const loaded = await page.load({ services, db, now, today, viewer, ...args })
    return { ...loaded, formKey: randomUUID() }
  },
  action: pageAction(page.actions),
})
