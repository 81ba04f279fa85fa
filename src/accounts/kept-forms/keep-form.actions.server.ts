import { deleteKeptFormsBefore, insertKeptForm, takeKeptForm } from './kept-forms.store.server.ts'
import type { Viewer } from '#platform/access/signed-in.ts'

import type { Outcome, Services } from '#platform/services/services.ts'

import { minutesFrom, newToken, tokenHashOf } from '../links/mailed-link.actions.server.ts'
import {
  accountAttempt,
  requestAttempts,
  withinLimits,
} from '../sign-in/rate-limits.actions.server.ts'

export type FormFields = [name: string, value: string][]

/** How long a form is kept, in minutes. */
const keptFormMinutes = 60

/** Largest form that is kept, in characters. */
const largest = 16_000

export type KeptForm = Outcome<'too-large' | 'too-many', { token: string }>

type FormToKeep = {
  path: string
  fields: FormFields
  /**
   * Who sent it, if they are signed in and a code is asked for: nobody else can use up their limit.
   */
  userId?: string
}

/**
 * Keeps a form that was sent without a login session, or before a code has to be entered, for an hour.
 * Returns the token for the browser, or why it was not kept: too large, or too many from this network or
 * account.
 */
export async function keepForm(
  services: Services,
  { path, fields, userId }: FormToKeep,
  headers: Headers,
): Promise<KeptForm> {
  const { db, clock } = services
  if (path.length + JSON.stringify(fields).length > largest) {
    return { ok: false, reason: 'too-large' }
  }
  const attempts = userId
    ? [accountAttempt('kept-forms', userId)]
    : requestAttempts('kept-form-source', headers)
  if (!(await withinLimits(services, attempts))) return { ok: false, reason: 'too-many' }
  const now = clock()
  const { token, tokenHash } = newToken()
  // Deletes expired forms here too, so that the table stays small.
  await deleteKeptFormsBefore(db, now)
  await insertKeptForm(db, {
    tokenHash,
    path,
    fields,
    expiresAt: minutesFrom(now, keptFormMinutes),
  })
  return { ok: true, token }
}

/**
 * The fields of a kept form, once, for the page it was sent from. Null when there is none, or when its
 * field `account` is another account's.
 */
export async function restoreForm(
  { db, clock }: Services,
  viewer: Pick<Viewer, 'id'>,
  { token, path }: { token: string; path: string },
): Promise<FormFields | null> {
  const fields = await takeKeptForm(db, { tokenHash: tokenHashOf(token), path, now: clock() })
  const account = fields?.find(([name]) => name === 'account')?.[1]
  return account === undefined || account === viewer.id ? fields : null
}
