import { adminErrorCopy } from '#domain/copy/admin.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/missing'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminErrorCopy.missing.title)

/** An address below `/admin` that no page has: the admin's own 404. */
export const loader = () => {
  throw httpError(404)
}

/** Also for forms sent to it. */
export const action = loader

export default function Missing() {
  return null
}
