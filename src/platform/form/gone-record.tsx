import { ButtonLink } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'

import { AdminPage } from '../admin/admin-page.tsx'
import { recordCopy as copy } from './fields.copy.ts'

/** Shown in place of a record that does not exist. */
export function GoneRecord({ backTo }: { backTo: string }) {
  return (
    <AdminPage title={copy.gone.title}>
      <div className={stack(3, { align: 'start', text: 'sans' })}>
        <p>{copy.gone.text}</p>
        <ButtonLink href={backTo}>{copy.back}</ButtonLink>
      </div>
    </AdminPage>
  )
}
