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
import { exportList, exportNeeds, viewList } from './view-list.actions.server.ts'

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
  const needs = await exportNeeds(context.get(servicesContext), viewer, list, url.searchParams)
  if (needs === 'factor') {
    const sentence = 'To download more than 500 people, set up a second factor first.'
    throw redirectWithFlash(paths.secondFactor(), { tone: 'info', sentence }, context)
  }
  if (needs === 'code') {
    const query = { ...Object.fromEntries(url.searchParams), ...fileWanted }
    throw redirect(paths.loginCode(pageOf(query)))
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = (text: string) => writer.write(encoder.encode(text))
  const services = context.get(servicesContext)

  const send = async () => {
    await write(csvStart)
    const isMade = await exportList(services, viewer, list, url.searchParams, (lines) =>
      write(lines.map(csvLine).join('')),
    )
    if (!isMade) throw new Error('another export of this list came first')
    await writer.close()
  }
  // The status is sent by then: a file that breaks off is cut. A client that cancels the download
  // may give no reason.
  send().catch((error: unknown) => {
    void writer.abort(error).catch(() => {})
    context.get(logContext).warn({ err: error, list: list.name }, 'list export failed')
  })

  const day = datesOf(context).isoDay(new Date())
  return new Response(readable, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${exportName(list.name, day, viewer.email)}"`,
    },
  })
}
