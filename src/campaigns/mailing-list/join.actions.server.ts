import { joinMailingList } from '#accounts/consent/join-mailing-list.actions.server.ts'
import { mailingListCopy as copy } from '#accounts/consent/mailing-list.copy.ts'
import { clientAddressOf } from '#accounts/sign-in/rate-limits.actions.server.ts'
import { customerWork } from '#platform/action/customer-action.server.ts'
import { anyText } from '#platform/action/form-fields.ts'
import { Refusal } from '#platform/action/refusal.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { isSentTooFast, mailingListForm } from './mailing-list-form.rules.ts'

/** The form of the mailing list; what robots fill in is not counted. */
export const join = customerWork({
  for: 'anyone',
  limit: 'itself',
  limited: true,
  mails: true,
  form: mailingListForm.extend({ website: anyText(), shownAt: anyText() }),
  async run({ services, headers, now }, { website, shownAt, ...subscription }) {
    if (website) return new Refusal(400, copy.pressAgain)
    const joined = await joinMailingList(services, subscription, {
      page: paths.mailingList(),
      address: clientAddressOf(headers),
      isSentTooFast: isSentTooFast(shownAt, now),
    })
    return joined.ok ? {} : new Refusal(429, copy.tooMany)
  },
  say: () => ({ to: paths.mailingListJoined() }),
})
