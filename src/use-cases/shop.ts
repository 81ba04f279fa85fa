import { addStaffAccount } from './add-staff-account.ts'
import { admitReport } from './admit-report.ts'
import { askAboutClub } from './ask-about-club.ts'
import { askForRefund } from './ask-for-refund.ts'
import { askForWine } from './ask-for-wine.ts'
import { attendOrder } from './attend-order.ts'
import { changeCart } from './change-cart.ts'
import {
  askForEmailChange,
  askToConfirmEmail,
  checkEmailLink,
  confirmEmail,
} from './change-email.ts'
import { changePassword } from './change-password.ts'
import { changeSubscription } from './change-subscription.ts'
import { checkBooks } from './check-books.ts'
import { checkCardPayment } from './check-card-payment.ts'
import { chooseBilling } from './choose-billing.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteClient } from './delete-client.ts'
import { deleteUser } from './delete-user.ts'
import { eraseDeleted, undoableDeletions } from './deleted-clients.ts'
import { eraseUsers, undoableUserDeletions } from './deleted-users.ts'
import { signOutDevice, signOutEverywhere, viewSecurity } from './devices.ts'
import { exportPersonalData } from './export-personal-data.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { forgetLetters } from './forget-letters.ts'
import { identify } from './identify.ts'
import { identityRules } from './identity-rules.ts'
import { joinMailingList } from './join-mailing-list.ts'
import { exportClients, listClients } from './list-clients.ts'
import { listDeadMails } from './list-dead-mails.ts'
import { listOrders } from './list-orders.ts'
import { exportUsers, listUsers } from './list-users.ts'
import { listWines } from './list-wines.ts'
import { lookUpAccount } from './look-up-account.ts'
import { makeRefund } from './make-refund.ts'
import { openPreview } from './open-preview.ts'
import { orderHistory } from './order-history.ts'
import { ordersInSessions, ordersOnRecord } from './orders-on-record.ts'
import { createOwnCustomer, updateOwnCustomer } from './own-customer.ts'
import type { Parts } from './parts.ts'
import { payByCard } from './pay-by-card.ts'
import { receiveEvent } from './receive-event.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { recordPayment } from './record-payment.ts'
import {
  askForRecovery,
  checkRecoveryLink,
  resetPassword,
  writeRecoveryLetter,
} from './recover-password.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { resendMail } from './resend-mail.ts'
import { restoreClient } from './restore-client.ts'
import { restoreUser } from './restore-user.ts'
import { returnFromPayment } from './return-from-payment.ts'
import { roleNow } from './role-now.ts'
import { saveAccount } from './save-account.ts'
import { saveClient } from './save-client.ts'
import { saveUser } from './save-user.ts'
import { sendForm } from './send-form.ts'
import { setRole } from './set-role.ts'
import { setStock } from './set-stock.ts'
import { beginGoogleSignIn, finishGoogleSignIn } from './sign-in-with-google.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { startCheckout } from './start-checkout.ts'
import { startOffer } from './start-offer.ts'
import { syncPaymentCustomer } from './sync-payment-customer.ts'
import { thankBuyer } from './thank-buyer.ts'
import { tidyIdentity } from './tidy-identity.ts'
import { unsubscribe, viewSubscription } from './unsubscribe.ts'
import { viewAccount } from './view-account.ts'
import { viewAuditLog } from './view-audit-log.ts'
import { askForBooksCheck, viewBooks } from './view-books.ts'
import { viewCardPanel } from './view-card-panel.ts'
import { viewCart } from './view-cart.ts'
import { viewClient } from './view-client.ts'
import { viewDeskOrder } from './view-desk-order.ts'
import { viewOffer } from './view-offer.ts'
import { viewOrder } from './view-order.ts'
import { viewPreview } from './view-preview.ts'
import { viewReleases } from './view-releases.ts'
import { viewUser } from './view-user.ts'

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
    ? (...rest: Rest) => Result
    : never
}

/** Hands every use-case its parts. */
export function openShop(parts: Parts): Shop {
  const bound = Object.entries(useCases).map(([name, useCase]) => [
    name,
    (...rest: unknown[]) =>
      (useCase as (parts: Parts, ...rest: unknown[]) => unknown)(parts, ...rest),
  ])
  return Object.fromEntries(bound) as Shop
}
