import { sendOnce } from '../sign-in/send-once.ts'
import { showRefusal } from '../sign-in/show-refusal.ts'
import { postPasskey } from './post-passkey.ts'

const here = document.querySelector<HTMLFormElement>('[data-passkey-confirm]')

const isPossible =
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

if (here && isPossible) here.hidden = false

sendOnce((form) => Boolean(form.dataset['passkeyConfirm']), confirm)

/** Has the person choose a passkey, and sends it. True when the page is about to be left. */
async function confirm(form: HTMLFormElement): Promise<boolean> {
  const refuse = (code: string, sentence?: string) => {
    showRefusal(form, code, sentence)
    return false
  }
  const begun = await postPasskey(form.action, {})
  if (!begun) return refuse('network-request-failed')
  if (!begun.options) return refuse('operation-not-allowed', begun.sentence)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    begun.options as PublicKeyCredentialRequestOptionsJSON,
  )
  const chosen = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!chosen) return refuse('operation-not-allowed', form.dataset['cancelled'])
  const used = { used: JSON.stringify(chosen), of: 'viewer' }
  const confirmed = await postPasskey(form.action, used)
  if (!confirmed) return refuse('network-request-failed')
  if (!confirmed.next) return refuse('operation-not-allowed', confirmed.sentence)
  location.assign(confirmed.next)
  return true
}
