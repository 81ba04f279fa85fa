import type { Flash } from '#web/flash.ts'
import { Notice } from '#web/ui/notice.tsx'

import styles from './flash-notice.module.css'

/** What the page before wanted said, above everything else on this one. */
export function FlashNotice({ flash }: { flash: Flash }) {
  return (
    <div className={styles.band}>
      <Notice tone={flash.tone} role="alert">
        {flash.sentence}
      </Notice>
    </div>
  )
}
