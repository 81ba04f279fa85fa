import type { DisputeState } from '#payments/after-sale.rules.ts'
import { isInquiry } from '#payments/after-sale.rules.ts'

/** The payment provider's codes; one that is not listed is shown as it came. */
const disputeReasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'el banco no puede procesarlo',
  credit_not_processed: 'no recibió un reembolso',
  customer_initiated: 'iniciada por el cliente',
  debit_not_authorized: 'débito no autorizado',
  duplicate: 'cobro duplicado',
  fraudulent: 'fraude',
  general: 'general',
  incorrect_account_details: 'datos de la cuenta incorrectos',
  insufficient_funds: 'fondos insuficientes',
  product_not_received: 'producto no recibido',
  product_unacceptable: 'producto inaceptable',
  subscription_canceled: 'suscripción cancelada',
  unrecognized: 'cobro no reconocido',
}

const disputeReason = (code: string) =>
  Object.hasOwn(disputeReasons, code) ? disputeReasons[code] : code

/** Tells the business of a new dispute, in Spanish. The subject goes on with the buyer's name. */
export const disputeEmail = {
  subject: (
    number: number,
    { state, payment }: { state: DisputeState; payment: 'order' | 'shipping' },
  ) =>
    `${isInquiry(state) ? 'Consulta del banco sobre el' : 'Disputa del'} pago ` +
    `${payment === 'shipping' ? 'del envío ' : ''}del pedido K-${number}`,
  text: (
    { state, reason }: { state: DisputeState; reason: string },
    respondBy: string | null,
    sendsEvidence: boolean,
  ) =>
    (isInquiry(state)
      ? `El banco del comprador pregunta por este pago (motivo: ${disputeReason(reason)}). Aún no ha retirado el dinero, y un reembolso completo resuelve la consulta. `
      : `El comprador disputa este pago ante su banco (motivo: ${disputeReason(reason)}). `) +
    (sendsEvidence
      ? 'La tienda envía el comprobante de entrega cuando todas las cajas están entregadas' +
        (respondBy ? `, a más tardar dos días antes del plazo (${respondBy})` : '') +
        '. No lo envía si antes se responde en el panel del proveedor de pagos.'
      : respondBy
        ? `Responda antes del ${respondBy} en el panel del proveedor de pagos, con el comprobante de entrega.`
        : 'Vea en el panel del proveedor de pagos qué se pide.'),
} as const
