import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import { whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import { customerAction } from '#platform/action/customer-action.server.ts'
import { readBy } from '#platform/action/form-fields.ts'
import { Refusal, refuse } from '#platform/action/refusal.ts'
import { addressIn, noAddress } from '#platform/address/address.rules.ts'
import { fieldMessages } from '#platform/form/fields.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { fillAddress } from '../users/accounts.store.server.ts'
import { checkBlock, readBlock } from './account-form.rules.ts'
import { queueCustomerSync } from './payment-customer.actions.server.ts'

/** Saves the customer's first shipping address; it is changed by the account's form only. */
export const fillOwnAddress = customerAction({
  for: 'member',
  limited: true,
  form: readBy((form) => readBlock('shipping', form)),
  async run({ tx, today, viewer }, values) {
    const checked = checkBlock('shipping', values, today)
    const errors = {
      ...(!checked.ok && checked.errors),
      // The account's form may leave the state out; a purchase cannot.
      ...(!values.state?.trim() && { state: fieldMessages.notAState }),
    }
    const [wrong] = Object.values(errors)
    if (!checked.ok || wrong) return new Refusal(400, wrong!, errors)
    const to = addressIn({ ...noAddress, ...checked.fields })
    const problem = whyNotShipTo(to, today)
    if (problem) return new Refusal(400, shipToSentence[problem])
    if (!(await fillAddress(tx, viewer.id, to))) {
      return refuse('Your address is already saved. You can change it in your account details.')
    }
    await queueCustomerSync(tx, viewer.id)
    return {}
  },
  say: () => ({ to: paths.purchase() }),
})
