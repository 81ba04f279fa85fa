import { z } from 'zod'

import { dataRequestKinds, readOutcome } from '#accounts/consent/data-request.rules.ts'
import {
  finishDataRequest,
  insertDataRequest,
  lockOpenRequest,
  openRequestNotedFor,
} from '#accounts/consent/data-requests.store.server.ts'
import { oneOf, text } from '#platform/action/form-fields.ts'
import { refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { emailAddress } from '#platform/text/email-address.rules.ts'

import { dataRequestsCopy as copy } from './personal-data.copy.ts'

const subjectOf = (number: number) => auditSubject('data-request', String(number))

/**
 * Records a data request that reached staff by post, phone or email. An open one for the same address
 * keeps its number, so that a form sent twice is one request.
 */
export const recordDataRequest = staffAction({
  needs: 'edit-users',
  log: 'data-request-recorded',
  form: z.object({ kind: oneOf(dataRequestKinds, 'Choose what is asked for.'), email: text() }),
  async run({ tx, viewer, audit, unchanged }, { kind, email }) {
    const address = emailAddress(email)
    if (!address) return refuse(copy.invalid, { field: 'email' })
    const open = await openRequestNotedFor(tx, kind, address)
    if (open !== null) {
      unchanged()
      return { number: open, isNew: false }
    }
    const number = await insertDataRequest(tx, kind, address, { by: viewer.email })
    audit(subjectOf(number), { after: { kind } })
    return { number, isNew: true }
  },
  say: ({ number, isNew }) => ({
    tone: isNew ? 'good' : 'info',
    sentence: isNew ? copy.recorded(number) : copy.recordedBefore(number),
    to: paths.dataRequests(),
  }),
})

/**
 * Closes a request, once, with what was done about it; one to erase an address only when nobody here
 * has it, its person took it back or could not be identified.
 */
export const finishRequest = staffAction({
  needs: 'edit-users',
  fresh: true,
  log: 'data-request-done',
  form: z.object({
    number: z.unknown().transform((typed) => wholeNumberIn(typed) ?? 0),
    outcome: text(),
    note: text(),
  }),
  async run({ tx, audit }, { number, ...typed }) {
    const open = await lockOpenRequest(tx, number)
    const to = paths.dataRequests()
    if (!open) return refuse('It was already done.', { elsewhere: { to, tone: 'info' } })
    const read = readOutcome(open.kind, typed)
    if (!read.ok) {
      const field = read.reason === 'no-outcome' ? 'outcome' : 'note'
      return refuse(copy.whyNot[read.reason], { field })
    }
    const { outcome, note } = read
    if (!(await finishDataRequest(tx, open, read))) {
      return refuse(
        'An account or a record of the mailing list still has this address. Erase that first.',
      )
    }
    audit(subjectOf(number), {
      after: { kind: open.kind, done: copy.outcomes[outcome], ...(note && { note }) },
    })
    return { number }
  },
  say: ({ number }) => ({ sentence: copy.finished(number), to: paths.dataRequests() }),
})
