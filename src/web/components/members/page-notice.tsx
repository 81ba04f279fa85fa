import { useEffect } from 'react'
import { useNavigationType } from 'react-router'

import { useFlash } from '#web/components/layout/flash-notice.tsx'
import { useAlert } from '#web/ui/alerts.tsx'
import { Notice } from '#web/ui/notice.tsx'

import styles from './page-notice.module.css'

/**
 * The flash message for the content: in the page where the document was loaded with it, and as an alert
 * where the script navigated, since the page may be scrolled.
 */
export function PageNotice() {
  const say = useAlert()
  const flash = useFlash('content')
  // Not by the location's key: the browser has given it another one before this script is there.
  const isLoadedWithIt = useNavigationType() === 'POP'

  useEffect(() => {
    if (!flash || isLoadedWithIt) return
    say(flash.sentence, { stays: flash.tone === 'bad' })
  }, [flash, isLoadedWithIt, say])

  if (!flash || !isLoadedWithIt) return null
  return (
    <Notice tone={flash.tone} className={styles.notice}>
      {flash.sentence}
    </Notice>
  )
}
