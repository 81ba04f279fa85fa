import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { stack } from '#ui/layout.ts'

import { AdminPage } from '../admin/admin-page.tsx'
import { recordCopy as copy } from './fields.copy.ts'

type Props = {
  title: string
  email: string
  /** The list, as it stood. */
  backTo: string
  /** Buttons that concern the whole record. */
  actions?: ReactNode
  children: ReactNode
}

/** The page of one record: who it is, the way back, and its parts below each other. */
export function RecordPage({ title, email, backTo, actions, children }: Props) {
  const ways = (
    <>
      {actions}
      <Link to={backTo}>{copy.back}</Link>
    </>
  )
  return (
    <AdminPage title={title} summary={email} actions={ways}>
      <div className={stack(4)}>{children}</div>
    </AdminPage>
  )
}
