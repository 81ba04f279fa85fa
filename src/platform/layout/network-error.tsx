import { useEffect } from 'react'
import type { DataStrategyResult, MiddlewareFunction } from 'react-router'
import { data, isRouteErrorResponse } from 'react-router'

import { errorCopy } from './errors.copy.ts'
import { useAlert } from '#ui/alerts.tsx'

type Results = Record<string, DataStrategyResult>

const responseEvent = 'kohue:response'

/**
 * In the browser: a form that brings back no response leaves its page as it is, with what was typed,
 * where an error would take both away. What the shop itself refuses is a response.
 */
export const keepPageOnNetworkError: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.method === 'GET' || request.signal.aborted) return
  const lost = Object.values(results).find(isUnreached)
  // Without data, and told as an error: the page asks for nothing anew.
  if (lost) Object.assign(lost, { type: 'data', result: data(null, { status: 503 }) })
  window.dispatchEvent(new CustomEvent(responseEvent, { detail: !lost }))
}

const isUnreached = ({ type, result }: DataStrategyResult): boolean => {
  if (type !== 'error' || result instanceof Response) return false
  return !isRouteErrorResponse(result) || result.status >= 500 || result.status === 429
}

/** Says that a form brought back no response, until one does. */
export function NetworkErrorAlert() {
  const alert = useAlert()
  useEffect(() => {
    let dismiss = () => {}
    const onResponse = (event: Event) => {
      dismiss()
      dismiss = (event as CustomEvent<boolean>).detail
        ? () => {}
        : alert(errorCopy.networkError, { stays: true })
    }
    window.addEventListener(responseEvent, onResponse)
    return () => window.removeEventListener(responseEvent, onResponse)
  }, [alert])
  return null
}
