import { listCopy } from '#domain/copy/admin.ts'
import { Icon } from '#web/ui/icon.tsx'

import styles from './file-link.module.css'

/** A list's CSV file: all pages of the current view. */
export function FileLink({ href }: { href: string }) {
  return (
    <a href={href} download className={styles.link}>
      <Icon name="download" size={18} />
      {listCopy.file}
    </a>
  )
}
