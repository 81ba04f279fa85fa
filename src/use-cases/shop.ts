import { adoptGuestOrders } from './orders/adopt-guest-orders.ts'
import { addStaffAccount } from './admin/add-staff-account.ts'
import { limitReport } from './sign-in/limit-reports.ts'
import { addSubscriber } from './people/add-subscriber.ts'
import { addOrderNote } from './orders/add-order-note.ts'
import { assignDuties, viewStaff } from './admin/assign-duties.ts'
import { askAboutClub } from './people/ask-about-club.ts'
import { confirmSubscription } from './requests/confirm-subscription.ts'
import { declineRequests } from './requests/decline-requests.ts'
import { grantClub } from './requests/grant-club.ts'
import {
  changeOwnRequest,
  hasOwnRequests,
  stayInLine,
  viewOwnRequests,
  withdrawRequest,
} from './requests/own-requests.ts'
import {
  dropAnswer,
  keepAnswer,
  showRequests,
  viewRequestSettings,
} from './requests/request-settings.ts'
import { grantQueue, previewQueue } from './requests/grant-by-queue.ts'
import { grantRequest } from './requests/grant-request.ts'
import { saveQueue, viewQueue } from './requests/request-queue.ts'
import { workOffGrants } from './requests/work-off-grants.ts'
import { requestedWines } from './requests/requested-wines.ts'
import { viewRequest } from './requests/view-request.ts'
import {
  buildAllocations,
  previewAllocations,
  viewAllocationRules,
} from './releases/build-allocations.ts'
import { tendReleases } from './releases/tend-releases.ts'
import { requestRefund } from './orders/request-refund.ts'
import { requestWine } from './catalogue/ask-for-wine.ts'
import { reviewRefund } from './orders/review-refund.ts'
import { resolveFlag } from './orders/resolve-flag.ts'
import { passesCheckoutCaptcha } from './sign-in/check-captcha.ts'
import { changeCart } from './cart/change-cart.ts'
import {
  cancelEmailChange,
  continueEmailChange,
  requestEmailChange,
  requestEmailConfirmation,
  checkEmailLink,
  confirmEmail,
  startLostMailboxWait,
} from './sign-in/change-email.ts'
import { changePassword } from './sign-in/change-password.ts'
import { changeSubscription } from './people/change-subscription.ts'
import { reconcile } from './reconciliation/reconcile.ts'
import { comparePrices } from './catalogue/compare-prices.ts'
import { checkCardPayment } from './checkout/check-card-payment.ts'
import { chooseBilling } from './people/choose-billing.ts'
import { deleteAccount } from './people/delete-account.ts'
import { deleteSubscriber } from './people/delete-subscriber.ts'
import { deleteUser } from './people/delete-user.ts'
import {
  eraseDeletedSubscribers,
  undoableSubscriberDeletions,
} from './people/deleted-subscribers.ts'
import { eraseUnpaid } from './checkout/erase-unpaid.ts'
import { eraseDeletedUsersDue, undoableUserDeletions } from './people/deleted-users.ts'
import { signOutDevice, signOutEverywhere, viewSecurity } from './sign-in/devices.ts'
import { exportPersonalData } from './people/export-personal-data.ts'
import { deleteOldAttempts } from './sign-in/forget-attempts.ts'
import { deleteOldEmails } from './emails/delete-old-emails.ts'
import { entrySecretOf as secretOfToken } from './sign-in/purchase-link.ts'
import { receiveBounce } from './emails/receive-bounce.ts'
import { sendCampaign, workOffCampaigns } from './campaigns/send-campaign.ts'
import {
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendTestCampaign,
  stopCampaign,
  unscheduleCampaign,
} from './campaigns/turn-campaign.ts'
import { previewCampaign, viewCampaign } from './campaigns/view-campaign.ts'
import { createCampaign, createReminder, saveCampaign } from './campaigns/write-campaign.ts'
import { enterByLink, viewEntry } from './sign-in/enter-by-link.ts'
import {
  offersLoginLinks,
  requestConfirmationLink,
  requestFreshLink,
  requestLoginLink,
  sendLoginLink,
} from './sign-in/login-link.ts'
import { refuseLimited } from './sign-in/limited.ts'
import { turnLoginLinks } from './sign-in/turn-login-links.ts'
import { fillOwnAddress } from './people/fill-own-address.ts'
import { viewShipTo } from './checkout/view-ship-to.ts'
import { viewPaidOrder } from './orders/view-paid-order.ts'
import { identify } from './sign-in/identify.ts'
import { identityRules } from './sign-in/identity-rules.ts'
import { isOnListToo } from './people/own-list-record.ts'
import { viewPerson } from './people/view-person.ts'
import {
  correctOwnName,
  eraseByData,
  eraseSubscriber,
  exportSubscriberData,
  leaveByData,
  openDataLink,
  requestDataLink,
  viewDataLink,
  viewSubscriberData,
} from './people/subscriber-data.ts'
import { finishRequest, recordDataRequest, viewDataRequests } from './people/data-requests.ts'
import { joinMailingList } from './people/join-mailing-list.ts'
import { countUndeliveredEmails } from './emails/count-undelivered-emails.ts'
import { countFlaggedOrders } from './orders/count-flagged-orders.ts'
import { listVoidedOffers } from './offers/list-voided-offers.ts'
import { listWines } from './catalogue/list-wines.ts'
import { keepForm, restoreForm } from './sign-in/keep-form.ts'
import { lookUpAccount } from './sign-in/look-up-account.ts'
import { makeRefund } from './orders/make-refund.ts'
import { matchesRecords } from './checkout/match-records.ts'
import { openPreview } from './catalogue/open-preview.ts'
import { printOrders } from './orders/print-orders.ts'
import { orderWines } from './orders/order-wines.ts'
import { orderHistory } from './orders/order-history.ts'
import { ordersInSessions, ordersOnRecord } from './orders/orders-on-record.ts'
import { createOwnCustomer, updateOwnCustomer } from './people/own-customer.ts'
import type { Services } from './services.ts'
import { payByCard } from './checkout/pay-by-card.ts'
import { receiveEvent } from './checkout/receive-event.ts'
import { settlePendingPayments } from './checkout/settle-pending-payments.ts'
import { recordAfterSale } from './orders/record-after-sale.ts'
import { recordPayment } from './checkout/record-payment.ts'
import {
  requestRecovery,
  checkRecoveryLink,
  resetPassword,
  sendRecoveryEmail,
} from './sign-in/recover-password.ts'
import { refreshSession } from './sign-in/refresh-session.ts'
import { confirmRejoin, viewRejoin } from './people/confirm-subscription.ts'
import { register } from './sign-in/register.ts'
import { resendEmail } from './emails/resend-email.ts'
import { restoreSubscriber } from './people/restore-subscriber.ts'
import { restoreUser } from './people/restore-user.ts'
import { returnFromPayment } from './checkout/return-from-payment.ts'
import { roleNow } from './sign-in/role-now.ts'
import { saveAccount } from './people/save-account.ts'
import { saveSubscriber } from './people/save-subscriber.ts'
import { saveUser } from './people/save-user.ts'
import { sendForm } from './emails/send-form.ts'
import { whyFormIsRefused } from './emails/why-form-is-refused.ts'
import {
  beginShipping,
  previewTakeIn,
  saveShippingSettings,
  takeInOrders,
} from './shipping/begin-shipping.ts'
import { addTracking, takeTrackingFile } from './shipping/add-tracking.ts'
import {
  endHold,
  holdShipment,
  placeHold,
  previewHold,
  viewHolds,
} from './shipping/hold-shipments.ts'
import { makeHandover, previewHandover } from './shipping/make-handover.ts'
import { askCarrier, askCarriers } from './shipping/ask-carriers.ts'
import { markShipment, receiveBack } from './shipping/mark-shipment.ts'
import { remindOfShipments } from './shipping/remind-of-shipments.ts'
import { replaceShipment } from './shipping/replace-shipment.ts'
import { chooseReturn, shipAgain } from './shipping/settle-return.ts'
import { viewShipment, viewShipments } from './shipping/view-shipments.ts'
import { viewShipping } from './shipping/view-shipping.ts'
import { recomputeReadiness } from './shipping/recompute-readiness.ts'
import { saveProfile, viewProfiles } from './shipping/save-profile.ts'
import {
  deleteOldHandoverFiles,
  downloadHandover,
  undoHandover,
  viewHandover,
  viewHandovers,
} from './shipping/view-handovers.ts'
import { setRole } from './admin/set-role.ts'
import { createMissingPrices, createPrice } from './catalogue/create-price.ts'
import {
  endRelease,
  pauseRelease,
  resumeRelease,
  scheduleRelease,
} from './releases/change-release-state.ts'
import { setBehindYear } from './releases/behind-year.ts'
import { viewReleaseCheck } from './releases/check-release.ts'
import { countRehearsals, refundRehearsals } from './releases/refund-rehearsals.ts'
import { previewReleaseAs } from './releases/preview-release.ts'
import { addAllocation, importAllocationFile, saveAllocation } from './releases/save-allocation.ts'
import {
  createRelease,
  saveRelease,
  saveReleaseWines,
  viewChoosableWines,
  viewRelease,
} from './releases/save-release.ts'
import { takeOverFrom, viewEarlierReleases } from './releases/take-over-allocations.ts'
import { viewReleaseLive } from './releases/view-live.ts'
import { createWine, saveWine } from './catalogue/save-wine.ts'
import { setOfferedWine } from './catalogue/set-offered-wine.ts'
import { setWineState } from './catalogue/set-wine-state.ts'
import { openTimedTasks, repairTasks } from './admin/keep-tasks.ts'
import { beginTask, countOwnTasks, returnTask, viewTasks } from './admin/tasks.ts'
import {
  isSecondFactorRequired,
  removeSecondFactor,
  requireSecondFactor,
} from './admin/second-factor-of-staff.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  enterCode,
  renewRecoveryCodes,
  viewCodeStep,
  viewSecondFactor,
} from './sign-in/second-factor.ts'
import {
  acceptInvitation,
  inviteStaff,
  viewInvitation,
  viewInvitations,
  withdrawInvitation,
} from './admin/invite-staff.ts'
import { viewWine } from './catalogue/view-wine.ts'
import {
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
} from './catalogue/wine-files.ts'
import { setStock } from './catalogue/set-stock.ts'
import { beginGoogleSignIn, finishGoogleSignIn } from './sign-in/sign-in-with-google.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { startOffer } from './offers/start-offer.ts'
import { syncPaymentCustomer } from './people/sync-payment-customer.ts'
import { thankBuyer } from './orders/thank-buyer.ts'
import { cleanUpConsents } from './people/clean-up-consents.ts'
import { cleanUpSignIn } from './sign-in/clean-up-sign-in.ts'
import { unsubscribeSubscriber } from './people/unsubscribe-subscriber.ts'
import { unsubscribe, viewSubscription } from './people/unsubscribe.ts'
import { openAccount, viewAccount } from './people/view-account.ts'
import { removeKeptCard, viewKeptCards } from './checkout/kept-cards.ts'
import { exportList, exportNeedsCode, viewList } from './admin/view-list.ts'
import { requestReconciliation, viewReconciliation } from './reconciliation/view-reconciliation.ts'
import { viewOverview } from './admin/view-overview.ts'
import { viewCardPanel } from './checkout/view-card-panel.ts'
import { viewCart } from './cart/view-cart.ts'
import { viewSubscriber } from './people/view-subscriber.ts'
import { viewOrderAsStaff } from './orders/view-order-as-staff.ts'
import { viewOffer } from './offers/view-offer.ts'
import { thankForOffer, viewGuestOrder } from './orders/view-guest-order.ts'
import { viewOrder } from './orders/view-order.ts'
import { saveClaim, viewClaims } from './shipping/claims.ts'
import { choosePickup } from './shipping/choose-pickup.ts'
import { markCollected, markMissed, proposePickup } from './shipping/mark-pickup.ts'
import { savePickupPlace, viewPickups } from './shipping/pickup-places.ts'
import { printPackingSlips, printPickups } from './shipping/print-papers.ts'
import { sendAtRisk } from './shipping/send-at-risk.ts'
import { refundReshipment } from './shipping/refund-reshipment.ts'
import { answerDisputes, printDisputeFile } from './shipping/answer-disputes.ts'
import { startReshipment } from './shipping/start-reshipment.ts'
import { viewPreview } from './catalogue/view-preview.ts'
import { viewReleases } from './catalogue/view-releases.ts'
import { viewUser } from './people/view-user.ts'

/** What a browser keeps of a link's token. */
const entrySecretOf = (_: Services, token: string): string => secretOfToken(token)

/** All that can be done in the shop. Pages and the API are handed this, and nothing else. */
const useCases = {
  acceptInvitation,
  inviteStaff,
  viewInvitation,
  viewInvitations,
  withdrawInvitation,
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  enterCode,
  isSecondFactorRequired,
  removeSecondFactor,
  renewRecoveryCodes,
  requireSecondFactor,
  viewCodeStep,
  viewSecondFactor,
  beginTask,
  countOwnTasks,
  openTimedTasks,
  repairTasks,
  returnTask,
  viewTasks,
  addSubscriber,
  addOrderNote,
  addStaffAccount,
  limitReport,
  adoptGuestOrders,
  askAboutClub,
  assignDuties,
  requestReconciliation,
  requestEmailChange,
  requestRecovery,
  requestRefund,
  reviewRefund,
  requestedWines,
  requestWine,
  requestEmailConfirmation,
  resolveFlag,
  beginGoogleSignIn,
  cancelEmailChange,
  changeCart,
  changeOwnRequest,
  confirmSubscription,
  declineRequests,
  dropAnswer,
  grantClub,
  grantQueue,
  grantRequest,
  previewQueue,
  saveQueue,
  viewQueue,
  workOffGrants,
  hasOwnRequests,
  keepAnswer,
  showRequests,
  stayInLine,
  viewOwnRequests,
  viewRequest,
  viewRequestSettings,
  withdrawRequest,
  changePassword,
  changeSubscription,
  reconcile,
  checkCardPayment,
  comparePrices,
  checkEmailLink,
  checkRecoveryLink,
  chooseBilling,
  confirmEmail,
  confirmRejoin,
  continueEmailChange,
  countFlaggedOrders,
  createOwnCustomer,
  deleteAccount,
  deleteSubscriber,
  deleteUser,
  receiveBounce,
  sendCampaign,
  workOffCampaigns,
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendTestCampaign,
  stopCampaign,
  unscheduleCampaign,
  previewCampaign,
  viewCampaign,
  createCampaign,
  createReminder,
  saveCampaign,
  enterByLink,
  entrySecretOf,
  fillOwnAddress,
  viewEntry,
  offersLoginLinks,
  requestConfirmationLink,
  requestFreshLink,
  requestLoginLink,
  sendLoginLink,
  turnLoginLinks,
  viewShipTo,
  viewPaidOrder,
  eraseDeletedSubscribers,
  eraseUnpaid,
  eraseDeletedUsersDue,
  exportList,
  exportNeedsCode,
  exportPersonalData,
  finishGoogleSignIn,
  deleteOldAttempts,
  deleteOldEmails,
  identify,
  identityRules,
  isOnListToo,
  correctOwnName,
  eraseByData,
  eraseSubscriber,
  exportSubscriberData,
  leaveByData,
  openDataLink,
  requestDataLink,
  viewDataLink,
  viewSubscriberData,
  finishRequest,
  recordDataRequest,
  viewDataRequests,
  joinMailingList,
  keepForm,
  countUndeliveredEmails,
  listVoidedOffers,
  listWines,
  lookUpAccount,
  makeRefund,
  matchesRecords,
  openAccount,
  openPreview,
  orderHistory,
  choosePickup,
  saveClaim,
  viewClaims,
  markCollected,
  markMissed,
  proposePickup,
  printPackingSlips,
  printPickups,
  savePickupPlace,
  viewPickups,
  sendAtRisk,
  orderWines,
  printOrders,
  ordersInSessions,
  ordersOnRecord,
  passesCheckoutCaptcha,
  payByCard,
  receiveEvent,
  settlePendingPayments,
  buildAllocations,
  previewAllocations,
  viewAllocationRules,
  tendReleases,
  recordAfterSale,
  recordPayment,
  refreshSession,
  removeKeptCard,
  register,
  resendEmail,
  resetPassword,
  restoreSubscriber,
  restoreForm,
  restoreUser,
  returnFromPayment,
  roleNow,
  saveAccount,
  saveSubscriber,
  saveUser,
  sendForm,
  whyFormIsRefused,
  setRole,
  addAllocation,
  createRelease,
  endRelease,
  importAllocationFile,
  pauseRelease,
  previewReleaseAs,
  resumeRelease,
  saveAllocation,
  saveRelease,
  saveReleaseWines,
  scheduleRelease,
  viewChoosableWines,
  viewRelease,
  viewReleaseCheck,
  setBehindYear,
  countRehearsals,
  refundRehearsals,
  viewReleaseLive,
  takeOverFrom,
  viewEarlierReleases,
  createMissingPrices,
  createPrice,
  createWine,
  saveWine,
  setOfferedWine,
  setWineState,
  viewWine,
  makePictureSizes,
  setWinePicture,
  setWineSheet,
  typesetWineSheet,
  viewFile,
  setStock,
  signIn,
  signOut,
  signOutDevice,
  signOutEverywhere,
  startCheckout,
  startLostMailboxWait,
  startOffer,
  syncPaymentCustomer,
  thankBuyer,
  cleanUpConsents,
  cleanUpSignIn,
  undoableSubscriberDeletions,
  undoableUserDeletions,
  unsubscribe,
  unsubscribeSubscriber,
  updateOwnCustomer,
  viewAccount,
  viewReconciliation,
  viewCardPanel,
  viewCart,
  viewSubscriber,
  viewList,
  viewOrderAsStaff,
  viewPerson,
  viewOffer,
  viewKeptCards,
  viewOrder,
  viewOverview,
  viewGuestOrder,
  thankForOffer,
  viewPreview,
  viewRejoin,
  viewReleases,
  viewSecurity,
  viewStaff,
  viewSubscription,
  viewUser,
  sendRecoveryEmail,
  addTracking,
  chooseReturn,
  refundReshipment,
  answerDisputes,
  printDisputeFile,
  startReshipment,
  remindOfShipments,
  replaceShipment,
  shipAgain,
  askCarrier,
  askCarriers,
  markShipment,
  receiveBack,
  viewShipment,
  viewShipments,
  viewShipping,
  beginShipping,
  deleteOldHandoverFiles,
  downloadHandover,
  endHold,
  holdShipment,
  makeHandover,
  placeHold,
  previewHandover,
  previewHold,
  previewTakeIn,
  recomputeReadiness,
  saveProfile,
  saveShippingSettings,
  takeInOrders,
  takeTrackingFile,
  undoHandover,
  viewHandover,
  viewHandovers,
  viewHolds,
  viewProfiles,
}

type UseCases = typeof useCases

export type Shop = {
  [Name in keyof UseCases]: UseCases[Name] extends (
    services: Services,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}

/** Hands every use-case its parts. */
export function createShop(services: Services): Shop {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    async (...rest: unknown[]) => {
      refuseLimited(name, rest)
      return (useCase as (services: Services, ...rest: unknown[]) => unknown)(services, ...rest)
    },
  ])
  return Object.fromEntries(bound) as Shop
}
