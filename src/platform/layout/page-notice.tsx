import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

import { useAlert } from '#ui/alerts.tsx'
import { roomBelow } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { useFlash } from './flash-notice.tsx'

/**
 * The flash message for the content: in the page where the document was loaded with it, and as an alert
 * where the script navigated or the message is scrolled out of sight.
 */
export function PageNotice() {
  const alert = useAlert()
  const place = useRef<HTMLDivElement>(null)
  const flash = useFlash('content')
  // Not by the location's key: the browser has given it another one before this script is there.
  const isLoadedWithIt = useNavigationType() === 'POP'

  useEffect(() => {
    if (!flash) return
    const isSeen = place.current !== null && place.current.getBoundingClientRect().bottom > 0
    if (isLoadedWithIt && isSeen) return
    alert(flash.sentence, { stays: flash.tone === 'bad' })
  }, [flash, isLoadedWithIt, alert])

  if (!flash || !isLoadedWithIt) return null
  return (
    <div ref={place} className={roomBelow}>
      <Notice tone={flash.tone}>{flash.sentence}</Notice>
    </div>
  )
}
