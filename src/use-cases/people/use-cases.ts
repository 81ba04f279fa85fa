export { addSubscriber } from '#campaigns/mailing-list/add-subscriber.actions.server.ts'
export { changeSubscription } from '#accounts/consent/change-subscription.actions.server.ts'
export { chooseBilling } from '#accounts/account/choose-billing.actions.server.ts'
export { cleanUpConsents } from '#campaigns/mailing-list/clean-up-consents.actions.server.ts'
export { confirmRejoin, viewRejoin } from './confirm-subscription.ts'
export { finishRequest, recordDataRequest, viewDataRequests } from './data-requests.ts'
export { deleteAccount } from './delete-account.ts'
export {
  deleteSubscriber,
  eraseDeletedSubscribers,
  undoableSubscriberDeletions,
  restoreSubscriber,
} from './delete-subscriber.ts'
export {
  deleteUser,
  eraseDeletedUsersDue,
  undoableUserDeletions,
  restoreUser,
} from './delete-user.ts'
export { dismissDuplicate, findDuplicates } from './duplicates.ts'
export { mergePeople } from './merge-people.ts'
export { undoMerge } from './undo-merge.ts'
export { viewMerge } from './view-merge.ts'
export { exportPersonalData } from './export-personal-data.ts'
export { fillOwnAddress } from '#accounts/account/fill-own-address.actions.server.ts'
export { joinMailingList } from '#accounts/consent/join-mailing-list.actions.server.ts'
export {
  createOwnCustomer,
  updateOwnCustomer,
} from '#accounts/account/own-customer.actions.server.ts'
export {
  isOnListToo,
  openAccount,
  viewAccount,
} from '#accounts/account/view-account.actions.server.ts'
export { saveAccount } from '#accounts/account/save-account.actions.server.ts'
export { saveSubscriber } from '#campaigns/mailing-list/save-subscriber.actions.server.ts'
export { saveUser } from './save-user.ts'
export {
  correctOwnName,
  eraseByData,
  eraseSubscriber,
  exportSubscriberData,
  leaveByData,
  openDataLink,
  requestDataLink,
  viewDataLink,
  viewSubscriberData,
} from './subscriber-data.ts'
export { sendFreshLink } from './send-fresh-link.ts'
export { syncPaymentCustomer } from '#accounts/account/payment-customer.actions.server.ts'
export {
  unsubscribe,
  viewSubscription,
  unsubscribeSubscriber,
} from '#campaigns/mailing-list/unsubscribe.actions.server.ts'
export { viewPerson } from './view-person.ts'
export { viewSubscriber } from '#campaigns/mailing-list/view-subscriber.actions.server.ts'
export { viewUser } from './view-user.ts'
