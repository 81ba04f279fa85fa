import { adminErrorCopy } from '#domain/copy/admin.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/missing'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminErrorCopy.missing.title)

/** The admin's own 404, for any other URL below `/admin`. */
export const loader = () => {
  throw httpError(404)
}

/** The same for forms. */
export const action = loader

export default function Missing() {
  return null
}
