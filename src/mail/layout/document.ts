import { light, styleSheet } from './palette.ts'

/** A ghost table for Outlook on Windows, which knows no `max-width`. */
const outlookOpen =
  '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->'
const outlookClose = '<!--[if mso]></td></tr></table><![endif]-->'

/** Keeps the email's first words out of the preview line that inboxes show beside the subject. */
const filler = '&#8199;&#847; '.repeat(40)

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The HTML document around a rendered layout, within the limits of the common mail clients. */
export const emailDocument = (email: {
  title: string
  preview: string
  lang: string
  content: string
}): string =>
  `<!doctype html><html lang="${email.lang}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">' +
  `<title>${escaped(email.title)}</title><style>${styleSheet}</style></head>` +
  `<body class="ground" style="margin:0;padding:0;background-color:${light.ground}">` +
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(email.preview)}${filler}</div>` +
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background-color:${light.ground}"><tr><td align="center" class="outer" style="padding:36px 12px">` +
  `${outlookOpen}<div style="max-width:600px;margin:0 auto;text-align:left">${email.content}</div>${outlookClose}` +
  '</td></tr></table></body></html>'
