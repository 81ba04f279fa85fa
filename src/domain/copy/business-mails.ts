/** What the business is told by mail. Subjects are Spanish (specification, section 7). */
export const businessMails = {
  subscribe: {
    subject: 'Quiere volver a suscribirse',
    text: 'This member chose to be subscribed. Please confirm by email.',
  },
  unsubscribe: {
    subject: 'UNSUBSCRIBE: quiere darse de baja',
    text: 'This member chose to be unsubscribed. Please confirm by email.',
  },
  club: {
    subject: 'Hizo clic en Wine Club Membership',
    text: 'This member asks for more information about The Andes Society.',
  },
  deletion: {
    subject: 'Pidió borrar su cuenta',
    text: 'This member asks for their account to be deleted. Orders and their payments are kept as the law asks; everything else goes.',
  },
  dispute: {
    subject: (number: number) => `Disputa del pago: pedido K-${number}`,
    text: (reason: string, respondBy: string | null) =>
      `The buyer disputes this payment with their bank (${reason}). ` +
      (respondBy
        ? `Answer it at the payment provider by ${respondBy}, with the proof of delivery.`
        : 'See the payment provider for what it asks.'),
  },
} as const
