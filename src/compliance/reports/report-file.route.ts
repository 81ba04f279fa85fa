import { redirect } from 'react-router'

import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { fileWanted } from '#platform/list/file-link.tsx'

import type { Route } from './+types/report-file.route'
import { takeReportFile } from './take-report-file.actions.server.ts'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The file of a report. Where a code is due it is asked for, and leads to the page that fetches the file. */
export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const taken = await takeReportFile(context.get(servicesContext), memberOf(context), { id })
  if (!taken.ok) {
    const { status, sentence, isCodeDue, elsewhere } = taken
    if (isCodeDue) throw redirect(paths.loginCode(paths.complianceReport(id, fileWanted)))
    if (elsewhere) {
      throw redirectWithFlash(elsewhere.to, { tone: elsewhere.tone ?? 'bad', sentence }, context)
    }
    throw httpError(status === 403 ? 403 : 404)
  }
  const { name, file } = taken.done
  return new Response(file, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
