import { randomUUID } from 'node:crypto'

import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect } from 'react-router'

import type { StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import { servicesContext } from '../http/context.ts'
import { redirectWithFlash } from '../http/flash.ts'
import { hereOf, memberOf } from '../http/guards.ts'
import { httpError } from '../http/http-error.ts'
import { textOf } from '../form/form-text.rules.ts'
import type { Services } from '../services/services.ts'
import { shopDates } from '../text/dates.rules.ts'

import type { Sent } from './sent-form.ts'
import type { Action } from './staff-action.server.ts'

type Loading = Pick<LoaderFunctionArgs, 'params' | 'request'> & {
  services: Services
  db: Services['db']
  now: Date
  /** The calendar day in the shop's time zone. */
  today: string
  viewer: ReturnType<typeof memberOf>
}

type AnyAction = Action<object | void>

type ShownBy<One> = One extends Action<infer Shown, 'preview'> ? Shown : never

type Page<Loaded, Actions> = {
  /** What staff must be allowed to do to see it; each action has its own. */
  duty: StaffAction
  load: (loading: Loading) => Promise<Loaded>
  /** By the `intent` of the button. */
  actions: Actions
}

/** Longest text of a field that is shown again. */
const longest = 5_000

/**
 * Loader and action of a staff page. React Router wants the exports one by one:
 * `export const loader = page.loader`.
 */
export const staffPage = <Loaded extends object, Actions extends Record<string, AnyAction>>(
  page: Page<Loaded, Actions>,
) => ({
  async loader({ params, request, context }: LoaderFunctionArgs) {
    const viewer = memberOf(context)
    if (!may(viewer, page.duty)) throw httpError(403)
    const services = context.get(servicesContext)
    const now = services.clock()
    const today = shopDates(services.settings.timeZone).isoDay(now)
    const { db } = services
    const loaded = await page.load({ services, db, now, today, viewer, params, request })
    return { ...loaded, formKey: randomUUID() }
  },
  action: pageAction(page.actions),
})

/**
 * The action of a page: runs what the pressed button's `intent` names, and says what came of it. What
 * the address names is a field like those of the form.
 */
export function pageAction<Actions extends Record<string, AnyAction>>(actions: Actions) {
  type Shown = ShownBy<Actions[keyof Actions]>
  return async ({ request, url, params, context }: ActionFunctionArgs) => {
    const form = await request.formData()
    const intent = textOf(form, 'intent')
    if (!Object.hasOwn(actions, intent)) throw httpError(400)
    const action = actions[intent]!
    const viewer = memberOf(context)
    const sent: Sent<Shown> = {
      intent,
      values: shownAgain(form),
      errors: {},
      refusal: null,
      shown: null,
    }
    const result = await action(
      context.get(servicesContext),
      viewer,
      { ...typedIn(form), ...params },
      {
        key: textOf(form, 'key'),
      },
    )
    if (!result.ok) {
      const { status, errors, sentence, isCodeDue } = result
      if (status === 403 || status === 404) throw httpError(status)
      const isOfField = Object.keys(errors).some((name) => form.has(name))
      const refusal = isOfField ? null : sentence
      return data({ ...sent, errors, refusal, isCodeDue }, { status })
    }
    if (action.kind === 'preview') return data({ ...sent, shown: result.done as Shown })
    const { said } = result
    const { to = hereOf(url), tone = 'good', sentence, ...rest } = said ?? {}
    if (!sentence) return redirect(to, 303)
    return redirectWithFlash(to, { tone, sentence, ...rest }, context)
  }
}

/** Each field of the form; a list where a field was sent several times. */
function typedIn(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name)
      return [name, all.length > 1 ? all : all[0]]
    }),
  )
}

/** Several values of one field are joined by commas. */
const shownAgain = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...new Set(form.keys())].flatMap((name) => {
      const values = form.getAll(name).filter((value) => typeof value === 'string')
      return values.length > 0 ? [[name, values.join(',').slice(0, longest)]] : []
    }),
  )
