import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

export const messageStyles = `
body { background: var(--linen); min-height: 100vh; display: grid; place-items: center; padding: 24px; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 40px; max-width: 480px;
  width: 100%; display: grid; gap: 16px; justify-items: start; }
h1 { font-size: 24px; line-height: 1.25; }
.actions { display: flex; gap: 12px; flex-wrap: wrap; margin-top: 8px; }
dl { width: 100%; } dl div { display: flex; justify-content: space-between; gap: 16px; padding: 8px 0;
  border-top: 1px solid var(--line); } dd { text-align: right; overflow-wrap: anywhere; }
`

type Message = { title: string; text: string; back?: { href: string; label: string } | null }

/** A page with one message and at most one link. */
export function messagePage({ title, text, back }: Message): Html {
  return page({
    title,
    styles: messageStyles,
    body: html`<main>
      <h1>${title}</h1>
      <p>${text}</p>
      ${back ? html`<p class="actions"><a class="button main" href="${back.href}">${back.label}</a></p>` : ''}
      <p class="quiet">Demo payments: a fake server for the card payment provider.</p>
    </main>`,
  })
}
