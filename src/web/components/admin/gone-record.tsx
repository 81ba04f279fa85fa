import { recordCopy as copy } from '#domain/copy/records.ts'
import { ButtonLink } from '#web/ui/button.tsx'

import { AdminPage } from './admin-page.tsx'
import styles from './gone-record.module.css'

/** In place of a record that does not exist, within the admin's frame. */
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
