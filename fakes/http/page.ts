import { html, raw, type Html } from './html.ts'

const styles = raw(`
:root { color-scheme: light; --paper: #fff; --linen: #f6f2ec; --ink: #2a2622; --soft: #665e55; --line: #ddd5c9;
  --edge: #8f8579; --accent: #4c4034; --accent-ink: #fff; --wrong: #9b2c1f; --right: #2f6243; --focus: #1f5fa8;
  --radius: 6px; }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: inherit; text-underline-offset: 3px; }
button, input, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.quiet { color: var(--soft); font-size: 14px; }
.hidden-visually { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; border: 0; padding: 0; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 10px 18px;
  border: 1px solid var(--edge); border-radius: var(--radius); background: var(--paper); cursor: pointer;
  text-decoration: none; font-weight: 500; }
.button:hover { background: var(--linen); }
.button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
.button.main:hover { background: #382f26; }
.notice { padding: 12px 16px; border: 1px solid var(--line); border-left: 4px solid var(--edge);
  border-radius: var(--radius); background: var(--linen); }
.notice.wrong { border-left-color: var(--wrong); }
.notice.right { border-left-color: var(--right); }
@media (prefers-reduced-motion: no-preference) { .button { transition: background-color 120ms; } }
`)

type Page = { title: string; body: Html; styles?: string; script?: string }

/** The layout of all pages of the fake servers. */
export function page({ title, body, styles: own = '', script }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${styles}${raw(own)}
        </style>
      </head>
      <body>
        ${body}
        ${
          script
            ? html`<script>
                ${raw(script)}
              </script>`
            : ''
        }
      </body>
    </html>`
}
