import { httpError } from '../http/http-error.ts'
import { unlistedMeta } from '../http/page-meta.ts'
import type { Route } from './+types/missing.page'
import { adminErrorCopy } from './admin.copy.ts'

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
