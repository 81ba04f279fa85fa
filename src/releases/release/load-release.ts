import type { RouterContextProvider } from 'react-router'

import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import type { StaffRelease } from './staff-releases.store.server.ts'
import { shopContext, siteContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'

type Context = Readonly<RouterContextProvider>

/** The release of an address, for staff; 404 when there is none. */
export async function loadRelease(
  context: Context,
  id: string,
): Promise<{ release: StaffRelease; log: WordedEntry[]; timeZone: string }> {
  const viewed = found(await context.get(shopContext).viewRelease(memberOf(context), id))
  const { timeZone } = context.get(siteContext)
  return { release: viewed.release, log: viewed.log, timeZone }
}

/** Leads to a page that says what was done. */
export function doneAt(context: Context, path: string, sentence: string): Response {
  return redirectWithFlash(path, { tone: 'good', sentence }, context)
}
