import PostalMime, { type Address, type Attachment } from 'postal-mime'

export type MailAddress = { name: string; address: string }

export type Message = {
  subject: string
  messageId: string | null
  date: string | null
  from: MailAddress | null
  to: MailAddress[]
  cc: MailAddress[]
  replyTo: MailAddress[]
  text: string | null
  html: string | null
  headers: { name: string; value: string }[]
  links: string[]
  attachments: { filename: string | null; mimeType: string; size: number }[]
}

/** Parses a raw email. */
export async function readMessage(source: Buffer): Promise<Message> {
  const mail = await PostalMime.parse(source)
  const html = mail.html ? withInlineImages(mail.html, mail.attachments) : null
  return {
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? null,
    date: mail.date ?? null,
    from: mail.from ? (flatten([mail.from])[0] ?? null) : null,
    to: flatten(mail.to),
    cc: flatten(mail.cc),
    replyTo: flatten(mail.replyTo),
    text: mail.text ?? null,
    html,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    links: linksIn(html, mail.text ?? ''),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      mimeType,
      size: typeof content === 'string' ? content.length : content.byteLength,
    })),
  }
}

function flatten(addresses: Address[] | undefined): MailAddress[] {
  return (addresses ?? []).flatMap((one) =>
    one.group
      ? one.group.map(({ name, address }) => ({ name, address }))
      : [{ name: one.name, address: one.address }],
  )
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")

/** Every link of an email once, in order: of its HTML, then of its text. */
function linksIn(html: string | null, text: string): string[] {
  const inHtml = [...(html ?? '').matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map((found) =>
    unescapeHtml(found[1] ?? found[2] ?? ''),
  )
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) =>
    link.replace(/[.,;:!?]+$/, ''),
  )
  return [...new Set([...inHtml, ...inText])].filter((link) => /^(https?|mailto):/i.test(link))
}

/** Replaces `cid:` references by the attached pictures. */
function withInlineImages(html: string, attachments: Attachment[]): string {
  let filled = html
  for (const { contentId, mimeType, content } of attachments) {
    if (!contentId || !mimeType.startsWith('image/') || typeof content === 'string') continue
    const bytes = content instanceof ArrayBuffer ? Buffer.from(content) : Buffer.from(content)
    filled = filled.replaceAll(
      `cid:${contentId.replace(/^<|>$/g, '')}`,
      `data:${mimeType};base64,${bytes.toString('base64')}`,
    )
  }
  return filled
}
