import { useEffect } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

import { noticeOf } from '#domain/copy/notices.ts'
import { urlWith } from '#web/components/layout/use-page-url.ts'
import { useOnce } from '#web/components/layout/use-once.ts'
import { useAlert } from '#web/ui/alerts.tsx'
import { Notice } from '#web/ui/notice.tsx'

import styles from './page-notice.module.css'

/**
 * The message that the last step left in the address: in the page where it was loaded with it, and
 * over the page where the script led on, which may be scrolled anywhere. With the cart open, the
 * panel shows it.
 */
export function PageNotice() {
  const say = useAlert()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const params = new URLSearchParams(search)
  const notice = params.get('cart') === 'open' ? null : noticeOf(params.get('notice'))
  const sentence = notice?.sentence
  const isError = notice?.tone === 'bad'
  // Not by the location's key: the browser has given it another one before this script is there.
  const isLoadedWithIt = useNavigationType() === 'POP'

  useOnce(isLoadedWithIt && notice !== null)
  useEffect(() => {
    if (isLoadedWithIt || !sentence) return
    say(sentence, { stays: isError })
    const read = urlWith(pathname, search, { notice: null })
    void navigate(read, { replace: true, preventScrollReset: true })
  }, [isLoadedWithIt, sentence, isError, say, navigate, pathname, search])

  if (!notice || !isLoadedWithIt) return null
  return (
    <Notice tone={notice.tone} className={styles.notice}>
      {notice.sentence}
    </Notice>
  )
}
