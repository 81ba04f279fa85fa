import type { ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { data, redirect } from 'react-router'

import { textOf } from '../form/form-text.rules.ts'
import {
  logContext,
  outageContext,
  requestContext,
  servicesContext,
  siteContext,
  viewerContext,
} from '../http/context.ts'
import { flash } from '../http/flash.ts'
import { hereOf, memberOf } from '../http/guards.ts'
import { httpError } from '../http/http-error.ts'
import { refuseHeadless } from '../http/refuse-headless.ts'
import type { Result, Said } from './carry-out.server.ts'
import { resultOf } from './carry-out.server.ts'
import type { CustomerAction } from './customer-action.server.ts'
import type { Sent } from './sent-form.ts'
import type { Action } from './staff-action.server.ts'

export type AnyAction =
  | Action<object | void>
  | CustomerAction<object | void, 'member'>
  | CustomerAction<object | void, 'anyone'>

/** What the form shows of an answer. `shows` names its type alone: no action has a value there. */
type ShownBy<One> = One extends { shows?: infer Shown extends object }
  ? Shown
  : One extends (...given: never[]) => Promise<Result<infer Shown>>
    ? One extends { kind: 'preview' }
      ? Shown
      : never
    : never

/** Fields of cookies or of the address, which count for more than those of the form. */
export type Also = (args: ActionFunctionArgs) => object

/** The page that says what came of it, done or refused, for a form that stands on several. */
export type SaidOn = (args: ActionFunctionArgs, form: FormData) => string

/**
 * The action of a page: runs what the pressed button's `intent` names, or the only one that the page
 * has, and says what came of it. What the path names is a field like those of the form.
 */
export function pageAction<Actions extends Record<string, AnyAction> | AnyAction>(
  actions: Actions,
  also?: Also,
  saidOn?: SaidOn,
) {
  type Shown = ShownBy<Actions extends AnyAction ? Actions : Actions[keyof Actions]>
  return async (args: ActionFunctionArgs) => {
    const { request, url, params, context } = args
    const form = await request.formData()
    const intent = typeof actions === 'function' ? '' : textOf(form, 'intent')
    const action = actionOf(actions, intent)
    if ('mails' in action) await refuseHeadless({ request, context })
    const sent: Sent<Shown> = {
      intent,
      values: shownAgain(form),
      errors: {},
      refusal: null,
      shown: null,
    }
    const to = saidOn?.(args, form)
    const typed = { ...typedIn(form), ...params, ...also?.(args) }
    const sending = { key: textOf(form, 'key'), headers: request.headers }
    const result = await orUnavailable(action, context, () => call(action, context, typed, sending))
    if (!result.ok) {
      const { status, errors, sentence, isCodeDue, retryAfter, elsewhere, logged, shown } = result
      if (logged) {
        const { id: reqId } = context.get(requestContext)
        context
          .get(logContext)
          .warn({ code: logged.code, reqId }, `${logged.at ?? intent} was refused`)
      }
      if (elsewhere) return next({ tone: 'bad', sentence, ...elsewhere }, url, context)
      const isHidden = status === 403 || status === 404 || status === 451
      if (isHidden && !shown) throw httpError(status)
      if (to !== undefined) return next({ tone: 'bad', sentence, to }, url, context)
      const isOfField = Object.keys(errors).some((name) => form.has(name))
      const refusal = isOfField ? null : sentence
      const headers = new Headers()
      if (retryAfter) headers.set('retry-after', String(retryAfter))
      const more = { isCodeDue, ...(shown && { shown: shown as Shown }) }
      return data({ ...sent, errors, refusal, ...more }, { status, headers })
    }
    const said = result.said ?? {}
    if (action.kind === 'preview' ? said.to === undefined : said.stays) {
      const { stays: status = 200, cookies } = said
      return data({ ...sent, shown: result.done as Shown }, { status, headers: setting(cookies) })
    }
    return next(to === undefined ? said : { ...said, to }, url, context)
  }
}

function actionOf(actions: Record<string, AnyAction> | AnyAction, intent: string): AnyAction {
  if (typeof actions === 'function') return actions as AnyAction
  if (!Object.hasOwn(actions, intent)) throw httpError(400)
  return (actions as Record<string, AnyAction>)[intent]!
}

function call(
  action: AnyAction,
  context: Readonly<RouterContextProvider>,
  typed: object,
  sending: { key: string; headers: Headers },
) {
  const services = context.get(servicesContext)
  return 'for' in action && action.for === 'anyone'
    ? action(services, context.get(viewerContext), typed as never, sending)
    : action(services, memberOf(context), typed as never, sending)
}

/** Its refusal while a service behind it is unavailable, where the action has one. */
async function orUnavailable<Ran>(
  action: AnyAction,
  context: Readonly<RouterContextProvider>,
  run: () => Promise<Result<Ran>>,
): Promise<Result<Ran>> {
  try {
    return await run()
  } catch (error) {
    const said = 'unavailable' in action ? action.unavailable : undefined
    if (!said || !context.get(outageContext)(error)) throw error
    return resultOf(async () => {
      throw said(error)
    })
  }
}

/** Leads to the next page, which says this. */
function next(said: Said, url: URL, context: Readonly<RouterContextProvider>): Response {
  const { to = hereOf(url), cookies, isDocument, sentence, tone = 'good', ...rest } = said
  const response = redirect(to, { status: 303, headers: setting(cookies) })
  if (sentence !== undefined) {
    const shown = flash({ sentence, tone, ...rest }, context.get(siteContext))
    response.headers.append('set-cookie', shown)
  }
  // As `redirectDocument` does.
  if (isDocument) response.headers.set('x-remix-reload-document', 'true')
  return response
}

const setting = (cookies: readonly string[] = []) =>
  new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie]))

/** Each field of the form; a list where a field was sent several times. */
function typedIn(form: FormData): Record<string, unknown> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name)
      return [name, all.length > 1 ? all : all[0]]
    }),
  )
}

/** Longest text of a field that is shown again, such as the numbers of 2,000 shipments. */
const longest = 20_000
/** Fields that are never sent back. */
const secret: ReadonlySet<string> = new Set(['password', 'current', 'code'])

/** Several values of one field are joined by commas. */
const shownAgain = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...new Set(form.keys())].flatMap((name) => {
      const values = form.getAll(name).filter((value) => typeof value === 'string')
      if (values.length === 0 || secret.has(name)) return []
      return [[name, values.join(',').slice(0, longest)]]
    }),
  )
