import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

const styles = `
:root { --colorPrimary: #4c4034; --colorBackground: #fff; --colorText: #2a2622; --colorTextSecondary: #665e55;
  --colorDanger: #9b2c1f; --borderRadius: 6px; --fontSizeBase: 16px; --spacingUnit: 4px;
  --fontFamily: ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
html { overflow: hidden; }
body { background: transparent; color: var(--colorText); font-family: var(--fontFamily); font-size: var(--fontSizeBase);
  padding: 4px; }
form { display: grid; gap: calc(var(--spacingUnit) * 3); }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: calc(var(--spacingUnit) * 3);
  align-items: start; }
.field label { display: block; font-size: .9em; margin-bottom: 4px; }
.field input, .field select { width: 100%; min-height: 44px; padding: 8px 12px; color: var(--colorText);
  background: var(--colorBackground); border: 1px solid var(--edge); border-radius: var(--borderRadius); }
.field input::placeholder { color: var(--colorTextSecondary); }
.field input:focus-visible, .field select:focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 1px; }
[aria-invalid] { border-color: var(--colorDanger) !important; box-shadow: 0 0 0 1px var(--colorDanger); }
.error { color: var(--colorDanger); font-size: .9em; margin-top: 4px; }
`

type Input = { name: string; label: string; placeholder?: string; autocomplete: string }

const input = ({ name, label, placeholder = '', autocomplete }: Input): Html =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="numeric"
      autocomplete="${autocomplete}"
      placeholder="${placeholder}"
      aria-describedby="${name}-error"
    />
    <p class="error" id="${name}-error" role="alert" hidden></p>
  </div>`

/** The fields of the Payment Element, for the frame in the shop's page. */
export const cardFramePage = (script: string): Html =>
  page({
    title: 'Secure payment input frame',
    styles,
    script,
    body: html`<div>
      <form novalidate autocomplete="on">
        ${input({ name: 'card', label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number' })}
        <div class="row">
          ${input({ name: 'expiry', label: 'Expiration date', placeholder: 'MM / YY', autocomplete: 'cc-exp' })}
          ${input({ name: 'cvc', label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc' })}
        </div>
        <div class="row">
          <div class="field">
            <label for="country">Country</label>
            <select id="country" name="country" autocomplete="billing country">
              <option value="US">United States</option>
              <option value="AR">Argentina</option>
              <option value="CA">Canada</option>
              <option value="ES">Spain</option>
              <option value="GB">United Kingdom</option>
              <option value="MX">Mexico</option>
            </select>
          </div>
          <div class="field">
            <label for="postal_code">ZIP code</label>
            <input
              id="postal_code"
              name="postal_code"
              autocomplete="billing postal-code"
              inputmode="numeric"
            />
          </div>
        </div>
      </form>
    </div>`,
  })

/** Shown instead of the fields when the publishable key is unknown. */
export const loadErrorPage = (message: string): Html =>
  page({
    title: 'Secure payment input frame',
    body: html`<div><p>${message}</p></div>`,
    script: `parent.postMessage({ type: 'fake:loaderror', error: { type: 'invalid_request_error', message: document.querySelector('p').textContent } }, '*')`,
  })
