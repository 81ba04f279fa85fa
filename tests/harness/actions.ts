export { chooseBilling } from '#accounts/account/choose-billing.actions.server.ts'
export { fillOwnAddress } from '#accounts/account/fill-own-address.actions.server.ts'
export {
  createOwnCustomer,
  updateOwnCustomer,
} from '#accounts/account/own-customer.actions.server.ts'
export { saveAccount } from '#accounts/account/save-account.actions.server.ts'
export { openAccount, viewAccount } from '#accounts/account/view-account.actions.server.ts'
export { passesCheckoutCaptcha } from '#accounts/captcha/check-captcha.actions.server.ts'
export { confirmRejoin, viewRejoin } from '#accounts/consent/confirm-subscription.actions.server.ts'
export { joinMailingList } from '#accounts/consent/join-mailing-list.actions.server.ts'
export {
  cancelEmailChange,
  checkEmailLink,
  confirmEmail,
  requestEmailChange,
  requestEmailConfirmation,
  startLostMailboxWait,
} from '#accounts/email-change/change-email.actions.server.ts'
export {
  beginGoogleSignIn,
  finishGoogleSignIn,
} from '#accounts/google/sign-in-with-google.actions.server.ts'
export {
  offersLoginLinks,
  requestConfirmationLink,
  requestFreshLink,
  requestLoginLink,
  sendLoginLink,
} from '#accounts/links/login-link.actions.server.ts'
export {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '#accounts/passkeys/passkeys.actions.server.ts'
export {
  beginPasskeySignIn,
  confirmWithPasskey,
  hasPasskey,
  signInWithPasskey,
} from '#accounts/passkeys/sign-in-with-passkey.actions.server.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  enterCode,
  renewRecoveryCodes,
  viewCodeStep,
  viewSecondFactor,
} from '#accounts/second-factor/second-factor.actions.server.ts'
export {
  signOutDevice,
  signOutEverywhere,
  viewSecurity,
} from '#accounts/sessions/devices.actions.server.ts'
export {
  identify,
  refreshSession,
  roleNow,
  signOut,
} from '#accounts/sessions/login-session.actions.server.ts'
export { changePassword } from '#accounts/sign-in/change-password.actions.server.ts'
export { identityRules } from '#accounts/sign-in/identity-rules.actions.server.ts'
export { lookUpAccount } from '#accounts/sign-in/look-up-account.actions.server.ts'
export { limitReport } from '#accounts/sign-in/rate-limits.actions.server.ts'
export {
  checkRecoveryLink,
  requestRecovery,
  resetPassword,
  sendRecoveryEmail,
} from '#accounts/sign-in/recover-password.actions.server.ts'
export { register } from '#accounts/sign-in/register.actions.server.ts'
export { signIn } from '#accounts/sign-in/sign-in.actions.server.ts'
export { watchAlarms } from '#admin/alarms/watch-alarms.actions.server.ts'
export { addStaffAccount } from '#admin/staff/add-staff-account.actions.server.ts'
export { viewInvitation } from '#admin/staff/invitation.actions.server.ts'
export { openTimedTasks, repairTasks } from '#admin/today/keep-tasks.actions.server.ts'
export { processCampaigns, sendCampaign } from '#campaigns/campaign/send-campaign.actions.server.ts'
export {
  enterByLink,
  entrySecretOf,
  viewEntry,
} from '#campaigns/links/enter-by-link.actions.server.ts'
export {
  unsubscribe,
  viewSubscription,
} from '#campaigns/mailing-list/unsubscribe.actions.server.ts'
export { createPrice } from '#catalogue/prices/prices.actions.server.ts'
export { makePictureSizes, viewFile } from '#catalogue/wines/wine-files.actions.server.ts'
export { checkCardPayment } from '#checkout/card/check-card-payment.actions.server.ts'
export { payByCard } from '#checkout/card/pay-by-card.actions.server.ts'
export { viewCardPanel } from '#checkout/card/view-card-panel.actions.server.ts'
export { comparePrices } from '#checkout/compare-prices.actions.server.ts'
export { eraseUnpaid } from '#checkout/erase-unpaid.actions.server.ts'
export { matchesRecords } from '#checkout/match-records.actions.server.ts'
export { startOffer } from '#checkout/offers/start-offer.actions.server.ts'
export { receiveEvent } from '#checkout/receive-event.actions.server.ts'
export { recordPayment } from '#checkout/record-payment.actions.server.ts'
export { returnFromPayment } from '#checkout/return-from-payment.actions.server.ts'
export { settlePendingPayments } from '#checkout/settle-pending-payments.actions.server.ts'
export { startCheckout } from '#checkout/start-checkout.actions.server.ts'
export { viewShipTo } from '#checkout/view-ship-to.actions.server.ts'
export { receiveBounce } from '#mail/bounces/receive-bounce.actions.server.ts'
export { recordAfterSale } from '#orders/disputes/record-after-sale.actions.server.ts'
export { adoptGuestOrders } from '#orders/guests/adopt-guest-orders.actions.server.ts'
export { ordersInSessions, ordersOnRecord } from '#orders/order/orders-on-record.actions.server.ts'
export { thankBuyer, viewPaidOrder } from '#orders/order/thank-buyer.actions.server.ts'
export { makeRefund } from '#orders/refunds/make-refund.actions.server.ts'
export { exportList, exportNeeds, viewList } from '#platform/list/view-list.actions.server.ts'
export { shopToday } from '#platform/services/shop-today.ts'
export { cleanUpConsents } from '#privacy/deletion/clean-up-consents.actions.server.ts'
export { deleteAccount } from '#privacy/deletion/delete-account.actions.server.ts'
export { eraseDeletedUsersDue } from '#privacy/deletion/delete-user.actions.server.ts'
export { findDuplicates } from '#privacy/merging/duplicates.actions.server.ts'
export { viewPerson } from '#privacy/people/view-person.actions.server.ts'
export { viewUser } from '#privacy/people/view-user.actions.server.ts'
export { exportPersonalData } from '#privacy/personal-data/export-personal-data.actions.server.ts'
export { eraseSubscriber } from '#privacy/personal-data/subscriber-data.actions.server.ts'
export { processReleases } from '#releases/release/process-releases.actions.server.ts'
export { askAboutClub, askForMore, requestWine } from '#requests/ask.actions.server.ts'
export { changeSubscription } from '#requests/change-subscription.actions.server.ts'
export { hasOwnRequests } from '#requests/own-requests.actions.server.ts'
export { changeCart } from '#storefront/cart/change-cart.actions.server.ts'
export { viewCart } from '#storefront/cart/view-cart.actions.server.ts'
export { viewOffer } from '#storefront/offers/view-offer.actions.server.ts'
export { orderHistory } from '#storefront/orders/order-history.actions.server.ts'
export {
  thankForOffer,
  viewGuestOrder,
} from '#storefront/orders/view-guest-order.actions.server.ts'
export { viewOrder } from '#storefront/orders/view-order.actions.server.ts'
export { openPreview, viewPreview } from '#storefront/release-cards/preview.actions.server.ts'
export { viewReleases } from '#storefront/release-cards/view-releases.actions.server.ts'
