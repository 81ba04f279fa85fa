import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

import { responseEvent } from '../layout/response-event.ts'

/** After this long without a response the same may be sent again: the network may have lost the first. */
const patienceMs = 10_000

type Press = { form: HTMLFormElement; button: HTMLElement | null }

/**
 * What is pressed while a form of the page is being saved goes after it, with the version that it left:
 * else one's own save is met as somebody else's. A second press of the same button is the same press.
 * After a refusal nothing follows: the page shows something to look at first.
 */
export function OneFormAtATime(): null {
  const { state, formMethod = 'GET' } = useNavigation()
  const { key } = useLocation()
  const isSending = state !== 'idle' && formMethod !== 'GET'
  const sent = useRef<Press>(null)
  const waiting = useRef<(Press & { key: string }) | null>(null)
  const isRefused = useRef(false)

  useEffect(() => {
    const onResponse = (event: Event) => {
      isRefused.current = (event as CustomEvent<unknown>).detail !== null
    }
    addEventListener(responseEvent, onResponse)
    return () => removeEventListener(responseEvent, onResponse)
  }, [])

  useEffect(() => {
    const since = performance.now()
    const hold = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      const press = { form, button: event.submitter }
      // Not `form.method`: a field of that name, as of a shipping method, stands in its place.
      if (form.getAttribute('method') !== 'post') return
      if (!isSending || performance.now() - since > patienceMs) {
        sent.current = press
        return
      }
      event.preventDefault()
      event.stopPropagation()
      const isSame = sent.current?.form === form && sent.current.button === press.button
      if (!isSame) waiting.current = { ...press, key }
    }
    // Before React sees it.
    addEventListener('submit', hold, true)
    return () => removeEventListener('submit', hold, true)
  }, [isSending, key])

  useEffect(() => {
    if (isSending || !waiting.current) return
    const { form, button, key: before } = waiting.current
    waiting.current = null
    if (key === before || isRefused.current) return
    // A form that is new with each version has taken the place of the one that was pressed.
    if (button instanceof HTMLButtonElement) button.form?.requestSubmit(button)
    else if (form.isConnected) form.requestSubmit()
  }, [isSending, key])

  return null
}
