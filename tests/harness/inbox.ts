import { theShop } from './the-shop.ts'

type Message = { subject: string; text: string; links: string[] }

/** Waits for an email to this address with a link to `path`; returns the newest such link. */
export async function emailWithLinkTo(to: string, path: string, count = 1): Promise<string> {
  const { fakesUrl } = theShop()
  const query = new URLSearchParams({ to, wait: '20000', count: String(count) })
  for (let tries = 0; tries < 20; tries++) {
    const response = await fetch(`${fakesUrl}/mail/messages?${query}`)
    const { messages } = (await response.json()) as { messages: Message[] }
    const link = messages
      .flatMap(({ links }) => links)
      .find((one) => new URL(one).pathname === path)
    if (link) return link
    query.set('count', String(messages.length + 1))
  }
  throw new Error(`No email to ${to} links to ${path}`)
}

/** Waits for `count` emails to an address; returns their subjects. */
export async function subjectsTo(to: string, count: number): Promise<string[]> {
  const { fakesUrl } = theShop()
  const query = new URLSearchParams({ to, wait: '20000', count: String(count) })
  const response = await fetch(`${fakesUrl}/mail/messages?${query}`)
  const { messages } = (await response.json()) as { messages: Message[] }
  return messages.map(({ subject }) => subject)
}
