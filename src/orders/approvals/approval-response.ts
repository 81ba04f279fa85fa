import type { RouterContextProvider } from 'react-router'
import { redirect } from 'react-router'

import { approvalCopy as copy } from './admin-approvals.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { DecidedApproval, Verdict } from './approvals.actions.server.ts'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'

const verdicts = {
  approve: null,
  decline: 'declined',
  withdraw: 'withdrawn',
} as const satisfies Record<Verdict, keyof typeof copy.done | null>

type Decided = Extract<DecidedApproval, { ok: true }>
type Refused = Extract<DecidedApproval, { ok: false }>['reason']

type Words = {
  /** The page of the order or release. */
  path: string
  approved: (decided: Decided) => readonly ['good' | 'bad' | 'info', string]
  refused: (reason: Refused) => string
}

/**
 * Handles a button of an approval; null when the form is another. The code of the second factor is
 * asked for first where it is due.
 */
export async function decidedApproval(
  form: FormData,
  context: Readonly<RouterContextProvider>,
  { path, approved, refused }: Words,
): Promise<readonly ['good' | 'bad' | 'info', string] | null> {
  const intent = textOf(form, 'intent')
  if (!intent.startsWith('approval-')) return null
  const verdict = intent.slice('approval-'.length)
  if (!Object.hasOwn(verdicts, verdict)) throw httpError(400)
  const id = textOf(form, 'approval')
  const shop = context.get(shopContext)
  const decided = await shop.decideApproval(memberOf(context), id, verdict as Verdict)
  if (decided.ok) {
    const word = verdicts[verdict as Verdict]
    return word ? ['good', copy.done[word]] : approved(decided)
  }
  const { reason } = decided
  if (reason === 'not-staff') throw httpError(403)
  if (reason === 'gone') throw httpError(404)
  if (reason === 'code-due') throw redirect(paths.loginCode(path), 303)
  return [
    'bad',
    Object.hasOwn(copy.refused, reason)
      ? copy.refused[reason as keyof typeof copy.refused]
      : refused(reason),
  ]
}
