import type { MailKind } from '#domain/mail.ts'
import { mailRule } from '#domain/mail.ts'

import type { LetterHouse } from './letter-house.ts'
import { samples } from './samples.ts'
import type { WrittenLetter } from './write-letter.ts'
import { writeLetter } from './write-letter.ts'

const site = 'https://shop.kohue.example'

const house: LetterHouse = {
  publicUrl: site,
  accountUrl: `${site}/members`,
  ordersUrl: `${site}/members?view=orders`,
  winesUrl: `${site}/ourwines`,
  phone: '+1 (305) 555-0142',
  email: 'hello@kohue.example',
  postalAddress: 'Ruta 92, Paraje Altamira, San Carlos, Mendoza, Argentina',
  unsubscribeUrl: (token) => `${site}/unsubscribe/${token}`,
}

/** Every letter as it would go out, with sample data. */
export const sampleLetters = (): WrittenLetter[] =>
  (Object.keys(samples) as MailKind[]).map((kind) =>
    writeLetter(kind, samples[kind], {
      house,
      unsubscribeUrl: mailRule(kind).list ? house.unsubscribeUrl('sample') : null,
    }),
  )
