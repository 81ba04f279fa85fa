import type { ReactNode } from 'react'
import { createContext, use, useState } from 'react'
import { useLocation } from 'react-router'

import { Notice } from '#ui/notice.tsx'

import type { Flash, FlashPlace } from '../http/flash.rules.ts'

import styles from './flash-notice.module.css'

const FlashContext = createContext<Flash | null>(null)

/** Hands the flash of the root's data to the place of the page that shows it. */
export function FlashProvider({ flash, children }: { flash: Flash | null; children: ReactNode }) {
  return <FlashContext value={useKeptOnPage(flash)}>{children}</FlashContext>
}

/** The message for this place of the page, for as long as the page is shown, or null. */
export function useFlash(at: FlashPlace): Flash | null {
  const flash = use(FlashContext)
  return flash?.at === at ? flash : null
}

/** A message above everything else on the page. */
export function FlashNotice() {
  const flash = useFlash('page')
  if (!flash) return null
  return (
    <div className={styles.band}>
      <Notice tone={flash.tone} role="alert">
        {flash.sentence}
      </Notice>
    </div>
  )
}

/**
 * Keeps the flash until the location changes: a revalidation of the page returns none. After going back
 * to the page it is not shown again, though the root's data may still have it.
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
