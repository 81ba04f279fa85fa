import { addStaffAccount } from './add-staff-account.ts'
import { askAboutClub } from './ask-about-club.ts'
import { askForWine } from './ask-for-wine.ts'
import { changeCart } from './change-cart.ts'
import { changeSubscription } from './change-subscription.ts'
import { chooseBilling } from './choose-billing.ts'
import { forgetAttempts } from './forget-attempts.ts'
import { forgetLetters } from './forget-letters.ts'
import { identify } from './identify.ts'
import { joinMailingList } from './join-mailing-list.ts'
import { listDeadMails } from './list-dead-mails.ts'
import { orderHistory } from './order-history.ts'
import { ordersInSessions, ordersOnRecord } from './orders-on-record.ts'
import type { Parts } from './parts.ts'
import { receiveEvent } from './receive-event.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { recordPayment } from './record-payment.ts'
import { refundOrder } from './refund-order.ts'
import { register } from './register.ts'
import { resendMail } from './resend-mail.ts'
import { saveAccount } from './save-account.ts'
import { sendForm } from './send-form.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { startCheckout } from './start-checkout.ts'
import { syncPaymentCustomer } from './sync-payment-customer.ts'
import { thankBuyer } from './thank-buyer.ts'
import { unsubscribe, viewSubscription } from './unsubscribe.ts'
import { viewAccount } from './view-account.ts'
import { viewCart } from './view-cart.ts'
import { viewOrder } from './view-order.ts'
import { viewOffer } from './view-offer.ts'
import { viewReleases } from './view-releases.ts'

/** All that can be done in the shop. Pages and the API are handed this, and nothing else. */
const useCases = {
  addStaffAccount,
  askAboutClub,
  askForWine,
  changeCart,
  changeSubscription,
  chooseBilling,
  forgetAttempts,
  forgetLetters,
  identify,
  joinMailingList,
  listDeadMails,
  orderHistory,
  ordersInSessions,
  ordersOnRecord,
  receiveEvent,
  reconcilePayments,
  recordPayment,
  refundOrder,
  register,
  resendMail,
  saveAccount,
  sendForm,
  signIn,
  signOut,
  startCheckout,
  syncPaymentCustomer,
  thankBuyer,
  unsubscribe,
  viewAccount,
  viewCart,
  viewOrder,
  viewOffer,
  viewReleases,
  viewSubscription,
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
