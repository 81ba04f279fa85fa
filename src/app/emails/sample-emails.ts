import type { EmailSite } from '#mail/email-site.ts'
import type { MailKind, MailProps } from '#mail/mail.rules.ts'
import { mailKinds, mailRule } from '#mail/mail.rules.ts'
import type { RenderedEmail } from '#mail/render-email.ts'
import { paths } from '#platform/http/paths.rules.ts'

import { renderEmail } from './email-templates.ts'
import { samples } from './samples.ts'

const publicUrl = 'https://shop.kohue.example'

const site: EmailSite = {
  publicUrl,
  accountUrl: publicUrl + paths.members(),
  ordersUrl: publicUrl + paths.members('orders'),
  winesUrl: publicUrl + paths.ourWines(),
  timeZone: 'America/Los_Angeles',
  phone: '+1 (305) 555-0142',
  email: 'hello@kohue.example',
  postalAddress: 'Ruta 92, Paraje Altamira, San Carlos, Mendoza, Argentina',
  unsubscribeUrl: (token) => publicUrl + paths.unsubscribe(token),
  personalDataUrl: (token) => publicUrl + paths.askForData(token),
}

/** An email of this kind with these data. */
export const sampleEmail = <Kind extends MailKind>(
  kind: Kind,
  props: MailProps[Kind],
): RenderedEmail =>
  renderEmail(kind, props, {
    site,
    unsubscribeUrl: mailRule(kind).list ? site.unsubscribeUrl('sample') : null,
  })

/** Every email with sample data; its pictures are data URLs, so that a browser shows them. */
export const sampleEmails = (): RenderedEmail[] =>
  mailKinds().map((kind) => withInlinePictures(sampleEmail(kind, samples[kind])))

function withInlinePictures(email: RenderedEmail): RenderedEmail {
  let { html } = email
  for (const { cid, content } of email.images) {
    html = html.replaceAll(`cid:${cid}`, `data:image/png;base64,${content.toString('base64')}`)
  }
  return { ...email, html }
}
