/** Tells the business, in Spanish, of a carrier whose responses can't be read. The subject goes on with its name. */
export const invalidResponsesEmail = {
  subject: 'Respuestas ilegibles de un transportista',
  text: (carrier: string, count: number) =>
    `${carrier} dio ${count} respuestas ilegibles en una hora. Se descartaron. Los envíos siguen como estaban; consulte la página del transportista.`,
} as const
