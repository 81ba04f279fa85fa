import { clubName } from '#platform/club/club.rules.ts'

/** Emails to the business, in Spanish (specification, section 7). The subject goes on with a name. */
export const businessEmails = {
  subscribe: {
    subject: 'Quiere volver a suscribirse',
    text: 'Este cliente eligió volver a suscribirse. Por favor, confírmelo por correo.',
  },
  unsubscribe: {
    subject: 'UNSUBSCRIBE: quiere darse de baja',
    text: 'Este cliente eligió darse de baja. Por favor, confírmelo por correo.',
  },
  club: {
    subject: 'Hizo clic en Wine Club Membership',
    text: `Este cliente pide más información sobre ${clubName}.`,
  },
  more: {
    subject: 'Pide más que su asignación',
    text: (wine: string, units: number) =>
      `Este cliente pide ${units === 1 ? '1 caja' : `${units} cajas`} más de ${wine}. Respóndale en «Requests», en la administración.`,
  },
  other: { subject: 'Tiene un pedido para ustedes' },
  dispute: {
    subject: (number: number) => `Disputa del pago del pedido K-${number}`,
    text: (reason: string, respondBy: string | null, sendsEvidence: boolean) =>
      `El comprador disputa este pago ante su banco (motivo: ${disputeReason(reason)}). ` +
      (sendsEvidence
        ? 'La tienda envía el comprobante de entrega cuando todas las cajas están entregadas' +
          (respondBy ? `, a más tardar dos días antes del plazo (${respondBy})` : '') +
          '. No lo envía si antes se responde en el panel del proveedor de pagos.'
        : respondBy
          ? `Responda antes del ${respondBy} en el panel del proveedor de pagos, con el comprobante de entrega.`
          : 'Vea en el panel del proveedor de pagos qué se pide.'),
  },
  invalidCarrierResponses: {
    subject: 'Respuestas ilegibles de un transportista',
    text: (carrier: string, count: number) =>
      `${carrier} dio ${count} respuestas ilegibles en una hora. Se descartaron. Los envíos siguen como estaban; consulte la página del transportista.`,
  },
} as const

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

/** What the business is told of a release, once each. */
export const releaseNotices = {
  opened: {
    title: 'Se abrió el lanzamiento',
    text: (name: string) => `«${name}» está abierto: los clientes ya pueden comprar.`,
  },
  'sold-out': {
    title: 'Se agotó el lanzamiento',
    text: (name: string) => `De «${name}» no queda ninguna caja.`,
  },
  ended: {
    title: 'Terminó el lanzamiento',
    text: (name: string) =>
      `«${name}» está cerrado. Lo que quedó prometido y no se compró vuelve al stock libre.`,
  },
} as const
