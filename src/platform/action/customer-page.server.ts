import type { LoaderFunctionArgs } from 'react-router'

import { servicesContext, viewerContext } from '../http/context.ts'
import { memberOf } from '../http/guards.ts'
import { httpError } from '../http/http-error.ts'
import type { Services } from '../services/services.ts'
import type { Also, AnyAction } from './page-action.server.ts'
import { pageAction } from './page-action.server.ts'

type Who = 'member' | 'anyone'
type Viewer<For extends Who> = For extends 'member'
  ? ReturnType<typeof memberOf>
  : ReturnType<typeof memberOf> | null

type Loading<For extends Who> = LoaderFunctionArgs & {
  services: Services
  db: Services['db']
  now: Date
  viewer: Viewer<For>
}

type Page<For extends Who, Loaded, Actions> = {
  /** `member`: who is signed in, by a guard of the route. `anyone`: visitors too. */
  for: For
  /** A login session that the link of a purchase opened may see it too. */
  limited?: true
  load: (loading: Loading<For>) => Promise<Loaded>
  /** By the `intent` of the button, or the only one; each has its own access. */
  actions?: Actions
  also?: Also
}

/**
 * Loader and action of a customers' page. React Router wants the exports one by one:
 * `export const loader = page.loader`.
 */
export const customerPage = <
  For extends Who,
  Loaded,
  Actions extends Record<string, AnyAction> | AnyAction = Record<string, never>,
>(
  page: Page<For, Loaded, Actions>,
) => ({
  async loader(args: LoaderFunctionArgs): Promise<Loaded> {
    const { context } = args
    const viewer = page.for === 'member' ? memberOf(context) : context.get(viewerContext)
    if (viewer?.isLimited && !page.limited) throw httpError(403)
    const services = context.get(servicesContext)
    const { db, clock } = services
    return page.load({ ...args, services, db, now: clock(), viewer: viewer as Viewer<For> })
  },
  action: pageAction(page.actions ?? ({} as Actions), page.also),
})
