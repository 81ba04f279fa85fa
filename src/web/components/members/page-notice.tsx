import { useSearchParams } from 'react-router'

import { noticeOf } from '#domain/copy/notices.ts'
import { Notice } from '#web/ui/notice.tsx'

import styles from './page-notice.module.css'

/** The message that the last step left in the address. With the cart open, it stands there. */
export function PageNotice() {
  const [params] = useSearchParams()
  const notice = params.get('cart') === 'open' ? null : noticeOf(params.get('notice'))
  if (!notice) return null
  return (
    <Notice tone={notice.tone} className={styles.notice}>
      {notice.sentence}
    </Notice>
  )
}
