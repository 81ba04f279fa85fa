import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

import { mailPageStyles } from './mail-page-styles.ts'
import type { MailEntry } from './mailbox.ts'
import type { MailAddress, Message } from './message.ts'

export const readerViews = ['html', 'text', 'headers', 'source'] as const
export type ReaderView = (typeof readerViews)[number]

type Open = { entry: MailEntry; message: Message; view: ReaderView; source: string }
type MailPage = { entries: MailEntry[]; to: string | undefined; open: Open | null }

const viewNames: Record<ReaderView, string> = {
  html: 'Mail',
  text: 'Text',
  headers: 'Headers',
  source: 'Source',
}
const mostShown = 200

/** The inbox page: the list and the open email. */
export function mailPage({ entries, to, open }: MailPage): Html {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  const title = html`<a href="/mail">Inbox</a> <span class="quiet">${entries.length}</span>`
  return page({
    title: open ? `${open.message.subject || 'No subject'} · Inbox` : 'Inbox',
    styles: mailPageStyles,
    body: html`<main class="mail ${open ? 'reading' : ''}">
      <nav class="list" aria-label="Mails">
        <header>
          ${open ? html`<p class="title">${title}</p>` : html`<h1 class="title">${title}</h1>`}
          <p class="quiet">Every mail the shop sends ends here; none leaves this machine.</p>
          <form method="get" action="/mail" class="search" role="search">
            <label for="to" class="hidden-visually">Only mails to</label>
            <input
              id="to"
              name="to"
              type="email"
              value="${to ?? ''}"
              placeholder="Only mails to…"
            />
            <button class="button">Find</button>
          </form>
        </header>
        ${
          entries.length === 0
            ? html`<div class="empty">
                <p>${to ? `No mail to ${to} yet.` : 'No mail yet.'}</p>
                <p class="quiet">Register in the shop or buy a case, then reload this page.</p>
              </div>`
            : html`<ol>
                ${entries.slice(0, mostShown).map((entry) => mailRow(entry, query, open?.entry.id === entry.id))}
              </ol>`
        }
        <footer>
          <a class="button" href="/mail${query}">Reload</a>
          <form method="post" action="/mail/empty">
            <button class="button" ${entries.length === 0 ? html`disabled` : ''}>Empty</button>
          </form>
        </footer>
      </nav>
      <article class="reader">
        ${open ? reader(open, query) : html`<p class="quiet nothing">Choose a mail to read it.</p>`}
      </article>
    </main>`,
  })
}

export const missingMailPage = (): Html =>
  page({
    title: 'Inbox',
    styles: mailPageStyles,
    body: html`<main class="missing">
      <h1>This mail is gone</h1>
      <p>It was deleted, or the inbox was emptied.</p>
      <p><a class="button main" href="/mail">To the inbox</a></p>
    </main>`,
  })

const shortDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function mailRow(entry: MailEntry, query: string, current: boolean): Html {
  return html`<li>
    <a href="/mail/${entry.id}${query}" ${current ? html`aria-current="page"` : ''}>
      <span class="to">${entry.envelope.to.join(', ')}</span>
      <time class="quiet" datetime="${entry.receivedAt}"
        >${shortDate.format(new Date(entry.receivedAt))}</time
      >
      <span class="subject">${entry.subject || 'No subject'}</span>
    </a>
  </li>`
}

const shown = (addresses: MailAddress[]) =>
  addresses.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ')

function reader({ entry, message, view, source }: Open, query: string): Html {
  const href = (name: ReaderView) => `/mail/${entry.id}${query ? `${query}&` : '?'}view=${name}`
  const rows: [string, string][] = [
    ['From', message.from ? shown([message.from]) : entry.envelope.from],
    ['To', shown(message.to) || entry.envelope.to.join(', ')],
    ['Cc', shown(message.cc)],
    ['Reply to', shown(message.replyTo)],
    ['Received', shortDate.format(new Date(entry.receivedAt))],
    [
      'Attached',
      message.attachments.map(({ filename, mimeType }) => filename ?? mimeType).join(', '),
    ],
  ]
  return html` <header>
      <p class="back">
        <a href="/mail${query}"><span aria-hidden="true">←</span> Inbox</a>
      </p>
      <h1>${message.subject || 'No subject'}</h1>
      <dl>
        ${rows
          .filter(([, value]) => value)
          .map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
      </dl>
      <nav class="views" aria-label="Ways to see this mail">
        ${readerViews
          .filter((name) => name !== 'html' || message.html)
          .map(
            (name) =>
              html`<a href="${href(name)}" ${name === view ? html`aria-current="true"` : ''}
                >${viewNames[name]}</a
              >`,
          )}
      </nav>
    </header>
    ${content({ entry, message, view, source })}`
}

function content({ entry, message, view, source }: Open): Html {
  switch (view) {
    case 'html':
      return html`<iframe
        title="${message.subject || 'The mail'}"
        src="/mail/${entry.id}/html"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>`
    case 'text':
      return html`<pre tabindex="0" role="region" aria-label="Text">
${message.text ?? 'This mail has no text part.'}</pre>
        ${links(message.links)}`
    case 'headers':
      return html`<div class="headers" tabindex="0" role="region" aria-label="Headers">
        <table>
          <tbody>
            ${message.headers.map(
              ({ name, value }) =>
                html`<tr>
                  <th scope="row">${name}</th>
                  <td>${value}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    case 'source':
      return html`<pre tabindex="0" role="region" aria-label="Source">${source}</pre>`
  }
}

function links(all: string[]): Html | '' {
  if (all.length === 0) return ''
  return html`<section class="links" aria-labelledby="links">
    <h2 id="links">Links</h2>
    <ul>
      ${all.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
    </ul>
  </section>`
}
