import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * A ref of an uncontrolled form that empties once what it sent was accepted, and keeps the focus.
 * `intents` are the values of its buttons; `isRefused`, whether the page shows errors of it.
 */
export function useEmptyAfter(
  intents: readonly string[],
  isRefused: boolean,
): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)
  const { state, formData } = useNavigation()
  const isSent = intents.includes(String(formData?.get('intent')))
  useEffect(() => {
    if (isSent) wasSent.current = true
    if (state !== 'idle' || !wasSent.current) return
    wasSent.current = false
    if (!isRefused) form.current?.reset()
  }, [state, isSent, isRefused])
  return form
}
