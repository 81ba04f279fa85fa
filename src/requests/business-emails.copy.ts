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
} as const
