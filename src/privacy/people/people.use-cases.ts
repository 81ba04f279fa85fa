export { chooseBilling } from '#accounts/account/choose-billing.actions.server.ts'
export { cleanUpConsents } from '../deletion/clean-up-consents.actions.server.ts'
export { confirmRejoin, viewRejoin } from '#accounts/consent/confirm-subscription.actions.server.ts'
export { deleteAccount } from '../deletion/delete-account.actions.server.ts'
export { eraseDeletedUsersDue } from '../deletion/delete-user.actions.server.ts'
export { findDuplicates } from '../merging/duplicates.actions.server.ts'
export { fillOwnAddress } from '#accounts/account/fill-own-address.actions.server.ts'
export { joinMailingList } from '#accounts/consent/join-mailing-list.actions.server.ts'
export {
  createOwnCustomer,
  updateOwnCustomer,
} from '#accounts/account/own-customer.actions.server.ts'
export { openAccount, viewAccount } from '#accounts/account/view-account.actions.server.ts'
export { saveAccount } from '#accounts/account/save-account.actions.server.ts'
export { exportPersonalData } from '../personal-data/export-personal-data.actions.server.ts'
export { eraseSubscriber } from '../personal-data/subscriber-data.actions.server.ts'
export {
  unsubscribe,
  viewSubscription,
} from '#campaigns/mailing-list/unsubscribe.actions.server.ts'
export { viewPerson } from './view-person.actions.server.ts'
export { viewUser } from './view-user.actions.server.ts'
