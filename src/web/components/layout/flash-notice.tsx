import { useState } from 'react'
import { useLocation } from 'react-router'

import type { Flash } from '#web/flash.ts'
import { Notice } from '#web/ui/notice.tsx'

import styles from './flash-notice.module.css'

/** What the page before wanted said, above everything else on this one, for as long as it is shown. */
export function FlashNotice({ flash }: { flash: Flash | null }) {
  const said = useKeptOnPage(flash)
  if (!said) return null
  return (
    <div className={styles.band}>
      <Notice tone={said.tone} role="alert">
        {said.sentence}
      </Notice>
    </div>
  )
}

/**
 * It is told once: a page that asks for its rows again is told nothing, and is still the same page.
 * Whoever has gone on and comes back is not told again, though the data of the root still has it.
 */
function useKeptOnPage(flash: Flash | null): Flash | null {
  const { key } = useLocation()
  const [seen, setSeen] = useState(flash)
  const [kept, setKept] = useState({ key, flash })
  const isNew = flash !== null && flash !== seen
  if (isNew) setSeen(flash)
  if (isNew || kept.key !== key) setKept({ key, flash: isNew ? flash : null })
  return kept.key === key ? kept.flash : null
}
