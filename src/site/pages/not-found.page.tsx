import { data } from 'react-router'

import { unlistedMeta } from '#platform/http/page-meta.ts'
import { errorCopy } from '#platform/layout/errors.copy.ts'
import { MissingPage } from '#platform/layout/missing-page.tsx'

import type { Route } from './+types/not-found.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, errorCopy.notFound.title)

export const loader = () => data(null, { status: 404 })

/** Also for forms sent to an address that is not there. */
export const action = () => data(null, { status: 404 })

export default function NotFound() {
  return <MissingPage />
}
