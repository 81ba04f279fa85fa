import { z } from 'zod'
import * as mini from 'zod/mini'

import { requestConfirmation } from '#accounts/consent/confirm-subscription.actions.server.ts'
import { factsOf } from '#accounts/consent/consent.actions.server.ts'
import { needsProof, whyNotWriteTo } from '#accounts/consent/consent.rules.ts'
import { writeConsent } from '#accounts/consent/consents.store.server.ts'
import { insertSubscriber } from '#accounts/consent/mailing-list.store.server.ts'
import { queueMail } from '#mail/mails.store.server.ts'
import { text as typed } from '#platform/action/form-fields.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { staffAction } from '#platform/action/staff-action.server.ts'
import { checkFields, email, least, most, line, text } from '#platform/form/field-rules.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { firstWord } from '#platform/text/person-name.rules.ts'

import { subscriberSubject } from '../log.copy.ts'
import { subscriberCopy, subscriberMessages as says } from './subscriber.copy.ts'

const copy = subscriberCopy.add

type Added = { fullname: string; email: string; proof: string }

const rules = mini.object({
  fullname: line().check(
    least(1, says.mustWrite),
    least(4, says.atLeast4),
    most(40, says.noMoreThan40),
  ),
  email: email(),
  proof: text().check(least(8, copy.sayWhere), most(300, says.tooLong)),
})

/**
 * Adds a person who agreed in writing to the mailing list; staff record where (`proof`), and the welcome
 * email is sent. An address that has left, or was erased, gets a confirmation email instead, and is added
 * once it is confirmed.
 */
export const addSubscriber = staffAction({
  needs: 'edit-subscribers',
  log: 'subscriber-added',
  form: z.object({ fullname: typed(), email: typed(), proof: typed() }),
  async run({ tx, services, viewer, audit, unchanged }, values) {
    const checked = checkFields<Added>(rules, values)
    if (!checked.ok) {
      const { errors } = checked
      return new Refusal(400, Object.values(errors)[0]!, errors as Record<string, string>)
    }
    const { fullname, email: address, proof } = checked.fields
    const firstName = firstWord(fullname)
    const page = paths.addSubscriber()
    const act = { source: 'staff', wording: proof, page, by: viewer.email } as const
    const facts = await factsOf(services, tx, address)
    const why = whyNotWriteTo(facts)
    if (needsProof(why)) {
      const asked = {
        ...facts,
        email: address,
        fullName: fullname,
        asked: 'in-writing',
        act,
      } as const
      const isAsked = await requestConfirmation(services, tx, asked)
      unchanged()
      return { id: null, isAsked }
    }
    const isNew = await insertSubscriber(tx, {
      fullName: fullname,
      firstName,
      email: address,
      consentSource: copy.source,
      consentWording: proof,
    })
    if (!isNew) return refuse(copy.refused['on-list'])
    await writeConsent(tx, { email: address, kind: 'email', verdict: 'yes', ...act })
    const id = (await factsOf(services, tx, address)).subscriberId!
    await queueMail(tx, 'join', address, { firstName, email: address })
    audit(subscriberSubject(id, { fullname, email: address }), {
      after: { fullname, email: address, proof },
    })
    return { id, isAsked: false }
  },
  say: ({ id, isAsked }) =>
    id === null
      ? { tone: 'info', sentence: copy.refused[isAsked ? 'has-left' : 'asked-often'] }
      : { to: paths.subscriber(id), sentence: copy.added },
})
