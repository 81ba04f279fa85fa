import { recordCopy as copy } from './fields.copy.ts'
import { ButtonLink } from '#ui/button.tsx'

import { AdminPage } from '../admin/admin-page.tsx'
import styles from './gone-record.module.css'

/** Shown in place of a record that does not exist. */
export function GoneRecord({ backTo }: { backTo: string }) {
  return (
    <AdminPage title={copy.gone.title}>
      <div className={styles.gone}>
        <p>{copy.gone.text}</p>
        <ButtonLink href={backTo}>{copy.back}</ButtonLink>
      </div>
    </AdminPage>
  )
}
