import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'

import { authCopy, identitySentence } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { isIdentityCode } from '#domain/identity-codes.ts'
import { googleChannel } from '#web/google-channel.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const windowName = 'kohue-google'
const windowLook = 'popup,width=480,height=680'

/** How often a window is looked after, and how long its last word may take, in milliseconds. */
const lookEvery = 300
const lastWordWithin = 1_000

/**
 * Opens Google in a window of its own. Where windows are blocked, or without JavaScript, the form
 * leads there in this one.
 */
export function GoogleButton({ returnTo }: { returnTo?: string }) {
  const [code, setCode] = useState<IdentityCode | null>(null)
  const stopWatching = useRef<() => void>(() => {})
  useEffect(() => () => stopWatching.current(), [])

  function openWindow(event: FormEvent<HTMLFormElement>) {
    stopWatching.current()
    setCode(null)
    const form = event.currentTarget
    const popup = window.open('', windowName, windowLook)
    form.target = popup ? windowName : ''
    form.action = paths.google({ inWindow: popup !== null })
    if (popup) stopWatching.current = watch(popup, setCode)
  }

  return (
    <form method="post" action={paths.google()} onSubmit={openWindow}>
      <input type="hidden" name="to" value={returnTo ?? ''} />
      <Button kind="secondary">{authCopy.google}</Button>
      {code && <Notice tone="bad">{identitySentence(code)}</Notice>}
    </form>
  )
}

/** Waits for the window's word, or for it to be closed without one. */
function watch(popup: Window, onRefusal: (code: IdentityCode) => void): () => void {
  const channel = new BroadcastChannel(googleChannel)
  let closedAt: number | null = null
  const timer = setInterval(() => {
    if (!popup.closed) return
    closedAt ??= Date.now()
    if (Date.now() - closedAt < lastWordWithin) return
    stop()
    onRefusal('popup-closed-by-user')
  }, lookEvery)
  const stop = () => {
    clearInterval(timer)
    channel.close()
  }
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<{ to?: unknown; code?: unknown }>) => {
      stop()
      if (isIdentityCode(data.code)) onRefusal(data.code)
      else window.location.assign(safeReturnTo(String(data.to ?? ''), paths.members()))
    },
  )
  return stop
}
