import { addStaffAccount } from './desk/add-staff-account.ts'
import { admitReport } from './identity/admit-report.ts'
import { askAboutClub } from './account/ask-about-club.ts'
import { askForRefund } from './orders/ask-for-refund.ts'
import { askForWine } from './cart/ask-for-wine.ts'
import { attendOrder } from './orders/attend-order.ts'
import { changeCart } from './cart/change-cart.ts'
import {
  askForEmailChange,
  askToConfirmEmail,
  checkEmailLink,
  confirmEmail,
} from './identity/change-email.ts'
import { changePassword } from './identity/change-password.ts'
import { changeSubscription } from './account/change-subscription.ts'
import { checkBooks } from './books/check-books.ts'
import { checkCardPayment } from './checkout/check-card-payment.ts'
import { chooseBilling } from './account/choose-billing.ts'
import { deleteAccount } from './account/delete-account.ts'
import { deleteClient } from './desk/delete-client.ts'
import { deleteUser } from './desk/delete-user.ts'
import { eraseDeleted, undoableDeletions } from './desk/deleted-clients.ts'
import { eraseUnpaid } from './checkout/erase-unpaid.ts'
import { eraseUsers, undoableUserDeletions } from './desk/deleted-users.ts'
import { signOutDevice, signOutEverywhere, viewSecurity } from './identity/devices.ts'
import { exportPersonalData } from './account/export-personal-data.ts'
import { forgetAttempts } from './identity/forget-attempts.ts'
import { forgetLetters } from './letters/forget-letters.ts'
import { identify } from './identity/identify.ts'
import { identityRules } from './identity/identity-rules.ts'
import { joinMailingList } from './letters/join-mailing-list.ts'
import { exportClients, listClients } from './desk/list-clients.ts'
import { listDeadMails } from './letters/list-dead-mails.ts'
import { listOrders } from './orders/list-orders.ts'
import { exportUsers, listUsers } from './desk/list-users.ts'
import { listVoidedOffers } from './offers/list-voided-offers.ts'
import { listWines } from './desk/list-wines.ts'
import { lookUpAccount } from './identity/look-up-account.ts'
import { makeRefund } from './orders/make-refund.ts'
import { openPreview } from './cart/open-preview.ts'
import { orderHistory } from './orders/order-history.ts'
import { ordersInSessions, ordersOnRecord } from './orders/orders-on-record.ts'
import { createOwnCustomer, updateOwnCustomer } from './account/own-customer.ts'
import type { Parts } from './parts.ts'
import { payByCard } from './checkout/pay-by-card.ts'
import { receiveEvent } from './checkout/receive-event.ts'
import { reconcilePayments } from './checkout/reconcile-payments.ts'
import { recordAfterSale } from './orders/record-after-sale.ts'
import { recordPayment } from './checkout/record-payment.ts'
import {
  askForRecovery,
  checkRecoveryLink,
  resetPassword,
  writeRecoveryLetter,
} from './identity/recover-password.ts'
import { refreshSession } from './identity/refresh-session.ts'
import { register } from './identity/register.ts'
import { resendMail } from './letters/resend-mail.ts'
import { restoreClient } from './desk/restore-client.ts'
import { restoreUser } from './desk/restore-user.ts'
import { returnFromPayment } from './checkout/return-from-payment.ts'
import { roleNow } from './identity/role-now.ts'
import { saveAccount } from './account/save-account.ts'
import { saveClient } from './desk/save-client.ts'
import { saveUser } from './desk/save-user.ts'
import { sendForm } from './letters/send-form.ts'
import { setRole } from './desk/set-role.ts'
import { setStock } from './desk/set-stock.ts'
import { beginGoogleSignIn, finishGoogleSignIn } from './identity/sign-in-with-google.ts'
import { signIn } from './identity/sign-in.ts'
import { signOut } from './identity/sign-out.ts'
import { startCheckout } from './checkout/start-checkout.ts'
import { startOffer } from './offers/start-offer.ts'
import { syncPaymentCustomer } from './account/sync-payment-customer.ts'
import { thankBuyer } from './orders/thank-buyer.ts'
import { tidyIdentity } from './identity/tidy-identity.ts'
import { unsubscribe, viewSubscription } from './letters/unsubscribe.ts'
import { viewAccount } from './account/view-account.ts'
import { viewAuditLog } from './desk/view-audit-log.ts'
import { askForBooksCheck, viewBooks } from './books/view-books.ts'
import { viewCardPanel } from './checkout/view-card-panel.ts'
import { viewCart } from './cart/view-cart.ts'
import { viewClient } from './desk/view-client.ts'
import { viewDeskOrder } from './orders/view-desk-order.ts'
import { viewOffer } from './offers/view-offer.ts'
import { viewOrder } from './orders/view-order.ts'
import { viewPreview } from './cart/view-preview.ts'
import { viewReleases } from './cart/view-releases.ts'
import { viewUser } from './desk/view-user.ts'

/** All that can be done in the shop. Pages and the API are handed this, and nothing else. */
const useCases = {
  addStaffAccount,
  admitReport,
  askAboutClub,
  askForBooksCheck,
  askForEmailChange,
  askForRecovery,
  askForRefund,
  askForWine,
  askToConfirmEmail,
  attendOrder,
  beginGoogleSignIn,
  changeCart,
  changePassword,
  changeSubscription,
  checkBooks,
  checkCardPayment,
  checkEmailLink,
  checkRecoveryLink,
  chooseBilling,
  confirmEmail,
  createOwnCustomer,
  deleteAccount,
  deleteClient,
  deleteUser,
  eraseDeleted,
  eraseUnpaid,
  eraseUsers,
  exportClients,
  exportPersonalData,
  exportUsers,
  finishGoogleSignIn,
  forgetAttempts,
  forgetLetters,
  identify,
  identityRules,
  joinMailingList,
  listClients,
  listDeadMails,
  listOrders,
  listUsers,
  listVoidedOffers,
  listWines,
  lookUpAccount,
  makeRefund,
  openPreview,
  orderHistory,
  ordersInSessions,
  ordersOnRecord,
  payByCard,
  receiveEvent,
  reconcilePayments,
  recordAfterSale,
  recordPayment,
  refreshSession,
  register,
  resendMail,
  resetPassword,
  restoreClient,
  restoreUser,
  returnFromPayment,
  roleNow,
  saveAccount,
  saveClient,
  saveUser,
  sendForm,
  setRole,
  setStock,
  signIn,
  signOut,
  signOutDevice,
  signOutEverywhere,
  startCheckout,
  startOffer,
  syncPaymentCustomer,
  thankBuyer,
  tidyIdentity,
  undoableDeletions,
  undoableUserDeletions,
  unsubscribe,
  updateOwnCustomer,
  viewAccount,
  viewAuditLog,
  viewBooks,
  viewCardPanel,
  viewCart,
  viewClient,
  viewDeskOrder,
  viewOffer,
  viewOrder,
  viewPreview,
  viewReleases,
  viewSecurity,
  viewSubscription,
  viewUser,
  writeRecoveryLetter,
}

type UseCases = typeof useCases

export type Shop = {
  [Name in keyof UseCases]: UseCases[Name] extends (
    parts: Parts,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}

/** Hands every use-case its parts. */
export function openShop(parts: Parts): Shop {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    async (...rest: unknown[]) =>
      (useCase as (parts: Parts, ...rest: unknown[]) => unknown)(parts, ...rest),
  ])
  return Object.fromEntries(bound) as Shop
}
