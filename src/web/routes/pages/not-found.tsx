import { data } from 'react-router'

import { errorCopy } from '#domain/copy/errors.ts'
import { MissingPage } from '#web/components/layout/missing-page.tsx'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/not-found'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, errorCopy.notFound.title)

export const loader = () => data(null, { status: 404 })

/** Also for forms sent to an address that is not there. */
export const action = () => data(null, { status: 404 })

export default function NotFound() {
  return <MissingPage />
}
