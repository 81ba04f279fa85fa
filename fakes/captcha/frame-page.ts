import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

const styles = `
html { overflow: hidden; }
body { height: 65px; display: flex; align-items: center; padding: 0 16px; border: 1px solid var(--edge); }
label { display: flex; gap: 12px; align-items: center; font-size: 15px; }
input { width: 24px; height: 24px; margin: 0; }
`

const script = (id: string) => `
const id = ${JSON.stringify(id).replaceAll('<', '\\u003c')}
const box = document.querySelector('input')
parent.postMessage({ id }, '*')
box.addEventListener('change', async () => {
  box.disabled = true
  const response = await fetch('/captcha/token', { method: 'POST' })
  const { token } = await response.json()
  parent.postMessage({ id, token }, '*')
  document.querySelector('span').textContent = 'Success!'
})
`

/** The captcha in its frame: a checkbox. */
export const framePage = (isKnown: boolean, id: string): Html =>
  isKnown
    ? page({
        title: 'Security challenge',
        styles,
        script: script(id),
        body: html`<div>
          <h1 class="hidden-visually">Security challenge</h1>
          <label
            ><input type="checkbox" /> <span aria-live="polite">Verify you are human</span></label
          >
        </div>`,
      })
    : page({ title: 'Security challenge', styles, body: html`<p>Invalid site key</p>` })
