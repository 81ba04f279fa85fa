import type { Person } from './people.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    .join('')

const button = (person: Person) => `
  <button name="choice" value="${escaped(person.email)}">
    <strong>${escaped(`${person.givenName} ${person.familyName}`)}</strong>
    <span>${escaped(person.email)}${person.emailVerified ? '' : ' (address not verified)'}</span>
  </button>`

/** The consent page: choose an account, enter another, or decline. */
export const consentPage = (
  people: readonly Person[],
  request: Record<string, string>,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in with Google (fake)</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Ccircle cx='8' cy='8' r='7' fill='%235f6368'/%3E%3C/svg%3E">
<style>
  body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color: #202124 }
  h1 { font-size: 1.4rem; font-weight: 500 } p { color: #5f6368 }
  form { display: grid; gap: .5rem; margin-block: 1rem }
  button { padding: .7rem 1rem; border: 1px solid #dadce0; border-radius: .3rem; background: #fff; text-align: start; font: inherit; cursor: pointer }
  button span { display: block; color: #5f6368; font-size: .9rem }
  label { display: grid; font-size: .9rem } input:not([type=checkbox]) { padding: .5rem; border: 1px solid #80868b; border-radius: .3rem; font: inherit }
  label.row { display: flex; gap: .5rem; align-items: center }
</style></head><body><main>
<h1>Sign in with Google</h1>
<p>This is a fake server. Choose an account to continue to Kohue.</p>
<form method="post">${hidden(request)}${people.map(button).join('')}</form>
<form method="post">${hidden(request)}
  <h2 style="font-size:1rem">Use another account</h2>
  <label>Email <input name="email" type="email" required></label>
  <label>Given name <input name="given_name"></label>
  <label>Family name <input name="family_name"></label>
  <label class="row"><input type="checkbox" name="email_verified" value="yes" checked> Address verified by Google</label>
  <label class="row"><input type="checkbox" name="forged" value="yes"> Sign the ID token with a key that is not Google’s</label>
  <button name="choice" value="other">Continue</button>
</form>
<form method="post">${hidden(request)}<button name="choice" value="cancel">Cancel</button></form>
</main></body></html>`
