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
} as const
