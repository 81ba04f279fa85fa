import { z } from 'zod'

import { text } from '#platform/action/form-fields.ts'
import { staffWork } from '#platform/action/staff-action.server.ts'
import { adminCopy } from '#platform/admin/admin.copy.ts'
import { partsFor } from '#platform/admin/parts.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import type { Staff } from '#platform/services/services.ts'

/** Today for an owner; for others the first page of their own duties, since everybody may open Today. */
export function firstPageOf(viewer: Staff): string {
  const parts = partsFor(viewer)
  const own = parts.find(({ page }) => viewer.duties?.includes('owner') || page !== paths.today())
  return own ? (own.opened ?? own.page) : paths.members()
}

/** The bar's All, pressed where no script answers it. */
export const pressAll = staffWork({
  needs: 'see-admin',
  log: null,
  form: z.object({ to: text() }),
  run: async ({ viewer }, { to }) => ({ to: safeReturnTo(to, firstPageOf(viewer)) }),
  say: ({ to }) => ({ tone: 'info', sentence: adminCopy.allNotWorking, to }),
})
