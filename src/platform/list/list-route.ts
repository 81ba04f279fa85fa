import type { LoaderFunctionArgs } from 'react-router'
import { redirect } from 'react-router'

import { csvLine, csvStart, exportName } from '../csv/csv.rules.ts'
import { datesOf, logContext, servicesContext } from '../http/context.ts'
import { redirectWithFlash } from '../http/flash.ts'
import { memberOf } from '../http/guards.ts'
import { httpError, permitted } from '../http/http-error.ts'
import type { Query } from '../http/paths.rules.ts'
import { paths } from '../http/paths.rules.ts'
import type { AdminList } from './admin-list.store.server.ts'
import { fileWanted } from './file-link.tsx'
import type { ListView } from './list-query.rules.ts'
import { hasUnknownFilter } from './list-query.rules.ts'
import { exportList, exportNeeds, factorFirst, viewList } from './view-list.actions.server.ts'

/** What every list's page loads: the view that the URL asks for. */
export async function loadList<Row>(
  list: AdminList<Row>,
  { url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>,
): Promise<{ list: ListView<Row>; isStale: boolean }> {
  const viewed = permitted(
    await viewList(context.get(servicesContext), memberOf(context), list, url.searchParams),
  )
  return { list: viewed.view as ListView<Row>, isStale: false }
}

/**
 * A list's CSV file: all pages of the view that the URL asks for. Where the code of the second factor is
 * due, or there is none, it is asked for, and leads to the page of the list (`pageOf`), which fetches the file.
 */
export async function sendListFile(
  list: AdminList,
  { url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>,
  pageOf: (query: Query) => string,
): Promise<Response> {
  const viewer = memberOf(context)
  // A filter that is not known would make it a file of everybody.
  if (hasUnknownFilter(list.shape, url.searchParams)) throw httpError(400)
  const whatIsDue = (needs: 'code' | 'factor') => {
    if (needs === 'factor') {
      const said = { tone: 'info', sentence: factorFirst } as const
      return redirectWithFlash(paths.secondFactor(), said, context)
    }
    const query = { ...Object.fromEntries(url.searchParams), ...fileWanted }
    return redirect(paths.loginCode(pageOf(query)))
  }
  const needs = await exportNeeds(context.get(servicesContext), viewer, list, url.searchParams)
  if (needs) throw whatIsDue(needs)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = (text: string) => writer.write(encoder.encode(text))
  const services = context.get(servicesContext)

  // Until the first lines are there, the file can still be refused, and fail with a status.
  const begun = Promise.withResolvers<boolean>()
  let start = csvStart
  const send = async () => {
    const isMade = await exportList(services, viewer, list, url.searchParams, (lines) => {
      const text = start + lines.map(csvLine).join('')
      start = ''
      begun.resolve(true)
      return write(text)
    })
    begun.resolve(isMade)
    if (isMade) await writer.close()
  }
  // A file that breaks off is cut. A client that cancels the download may give no reason.
  send().catch((error: unknown) => {
    begun.reject(error)
    void writer.abort(error).catch(() => {})
    context.get(logContext).warn({ err: error, list: list.name }, 'list export failed')
  })
  // Another file of this list was counted first.
  if (!(await begun.promise)) throw whatIsDue(viewer.isCodeStale ? 'code' : 'factor')

  const day = datesOf(context).isoDay(new Date())
  return new Response(readable, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${exportName(list.name, day, viewer.email)}"`,
    },
  })
}
