import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

import { Icon } from '#ui/icon.tsx'

import { listCopy } from '../admin/admin.copy.ts'

import styles from './file-link.module.css'

/** Asks the page of a list to fetch its file: after the code of the second factor was entered. */
export const fileWanted = { file: 'now' } as const

/**
 * A list's CSV file: all pages of the current view. Without the attribute `download`, as it may lead to
 * where a code is entered.
 */
export function FileLink({ href }: { href: string }) {
  const isWanted = useSearchParams()[0].get('file') === fileWanted.file
  return (
    <>
      {isWanted && <WantedFile href={href} />}
      <a href={href} className={styles.link} data-print="no">
        <Icon name="download" size={18} />
        {listCopy.file}
      </a>
    </>
  )
}

/** Fetches the file once; the page stays, and neither its reload nor the way back fetches it again. */
function WantedFile({ href }: { href: string }) {
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    const here = new URL(location.href)
    here.searchParams.delete('file')
    history.replaceState(history.state, '', here)
    location.assign(href)
  }, [href])
  return (
    <span role="status">
      {listCopy.fileComes}
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${href}`} />
      </noscript>
    </span>
  )
}
