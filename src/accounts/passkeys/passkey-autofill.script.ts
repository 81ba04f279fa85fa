import { showRefusal } from '../sign-in/show-refusal.ts'
import { postPasskey } from './post-passkey.ts'

const here = document.querySelector<HTMLElement>('[data-passkeys]')

/** A challenge lives five minutes; a new one is asked for before. */
const renewedEvery = 4 * 60_000

let waiting: AbortController | undefined

/** Waits for the visitor to choose a passkey where the browser fills in the email. */
async function offer(): Promise<void> {
  waiting?.abort()
  const { signal } = (waiting = new AbortController())
  const address = here!.dataset['passkeys']! + location.search
  const begun = await postPasskey(address, {})
  if (!begun?.options || signal.aborted) return
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    begun.options as PublicKeyCredentialRequestOptionsJSON,
  )
  const chosen = await navigator.credentials
    .get({ mediation: 'conditional', publicKey, signal })
    .catch(() => null)
  if (!(chosen instanceof PublicKeyCredential) || signal.aborted) return
  const response = await postPasskey(address, { used: JSON.stringify(chosen) })
  if (response?.next) return location.assign(response.next)
  const form = document.querySelector<HTMLFormElement>('form[data-place="login"]')
  if (form)
    showRefusal(
      form,
      response ? 'operation-not-allowed' : 'network-request-failed',
      response?.sentence,
    )
}

async function start(): Promise<void> {
  if (typeof PublicKeyCredential === 'undefined' || !here) return
  if (!('parseRequestOptionsFromJSON' in PublicKeyCredential)) return
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  // A page with an open request is not kept for the way back.
  addEventListener('pagehide', () => waiting?.abort())
  addEventListener('pageshow', ({ persisted }) => persisted && void offer())
  setInterval(() => document.hidden || void offer(), renewedEvery)
  await offer()
}

void start()
