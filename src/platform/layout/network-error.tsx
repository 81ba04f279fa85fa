import { useEffect } from 'react'
import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { data, isRouteErrorResponse, redirect, useNavigation } from 'react-router'

import { useAlert } from '#ui/alerts.tsx'

import { paths } from '../http/paths.rules.ts'
import { errorCopy } from './errors.copy.ts'
import { responseEvent } from './response-event.ts'

/** What the page of an error is told where the network kept a page from the browser. */
const unreached = { status: 503, statusText: 'unreached' }

export const isUnreached = (error: unknown): boolean =>
  isRouteErrorResponse(error) && error.statusText === unreached.statusText

type Results = Record<string, DataStrategyResult>

/** Why a form had no effect: the shop was not reached, the login session has ended, or the shop says why. */
type Refusal = 'unreached' | 'signed-out' | 'refused'

/**
 * In the browser: what brings back no response leaves the page as it is, with what was typed, where an error
 * would take both away; so does a form whose login session has ended. What the shop itself refuses is a
 * response. Only another page that is not reached is an error, which says so.
 */
export const keepPageOnNetworkError: MiddlewareFunction<Results> = async ({ request }, next) => {
  const here = location.pathname + location.search
  const asked = new URL(request.url)
  const isBack = isKept && request.method === 'GET' && asked.pathname + asked.search === here
  isKept = false
  if (isBack) return {}
  const results = await next()
  if (request.signal.aborted) return
  if (request.method === 'GET') return keepShown(results, request)
  let refusal: Refusal | null = null
  for (const result of Object.values(results)) {
    const why = refusalIn(result)
    if (!why) {
      if (isRefused(result)) refusal = 'refused'
      continue
    }
    refusal = why
    // Told as an error, so that the page asks for nothing anew; without data, as before a form was sent.
    const status = why === 'signed-out' ? 401 : 503
    isKept = asked.pathname !== location.pathname
    const kept = isKept ? redirect(here) : data(undefined, { status })
    Object.assign(result, { type: 'data', result: kept })
    break
  }
  window.dispatchEvent(new CustomEvent(responseEvent, { detail: refusal }))
}

/** Whether a link or a form is leaving what is shown: its data is not what is reloaded behind the page. */
export const shownNow = { isLeft: false }

/** Set where a form that another page answers had no effect: the redirect to its own page then loads nothing. */
let isKept = false

/** What is reloaded behind a page, as lists are, keeps its data: it is asked for again. */
function keepShown(results: Results, request: Request): void {
  const { pathname, search } = new URL(request.url)
  const isReload = !shownNow.isLeft && pathname + search === location.pathname + location.search
  for (const [route, result] of Object.entries(results)) {
    if (refusalIn(result) !== 'unreached') continue
    if (isReload) delete results[route]
    // A failure of the shop is an error of another kind.
    else if (result.result instanceof TypeError) result.result = data(null, unreached)
  }
}

/** Whether a form came back with why it was not carried out. */
const isRefused = ({ type, result }: DataStrategyResult): boolean =>
  type === 'data' && ((result as { init?: ResponseInit } | null)?.init?.status ?? 200) >= 400

function refusalIn({ type, result }: DataStrategyResult): Exclude<Refusal, 'refused'> | null {
  if (type !== 'error' || result instanceof Response) return null
  if (!isRouteErrorResponse(result)) return 'unreached'
  if (result.status === 401) return 'signed-out'
  return result.status >= 500 || result.status === 429 ? 'unreached' : null
}

/** Says that a form had no effect, until one has. */
export function NetworkErrorAlert() {
  const alert = useAlert()
  const isLeft = useNavigation().state !== 'idle'
  useEffect(() => {
    shownNow.isLeft = isLeft
  }, [isLeft])
  useEffect(() => {
    let dismiss = () => {}
    const onResponse = (event: Event) => {
      dismiss()
      dismiss = () => {}
      const refusal = (event as CustomEvent<Refusal | null>).detail
      if (refusal === 'unreached') dismiss = alert(errorCopy.networkError, { stays: true })
      if (refusal === 'signed-out') {
        const here = location.pathname + location.search
        const newTab = { to: paths.login(here), text: errorCopy.logIn }
        dismiss = alert(errorCopy.signedOut, { stays: true, newTab })
      }
    }
    window.addEventListener(responseEvent, onResponse)
    return () => window.removeEventListener(responseEvent, onResponse)
  }, [alert])
  return null
}
