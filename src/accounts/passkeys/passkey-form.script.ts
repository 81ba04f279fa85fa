import { sendOnce } from '../sign-in/send-once.ts'
import { showRefusal } from '../sign-in/show-refusal.ts'
import { postPasskey } from './post-passkey.ts'

sendOnce((form) => Boolean(form.dataset['passkeyForm']), add)

/** Has the browser make a passkey, and sends it. True when the page is about to be left. */
async function add(form: HTMLFormElement): Promise<boolean> {
  const refuse = (code: string, sentence?: string) => {
    showRefusal(form, code, sentence)
    return false
  }
  const { notPossible, cancelled } = form.dataset
  if (!isPossible()) return refuse('operation-not-allowed', notPossible)
  const fields = Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, String(value)]),
  )
  const begun = await postPasskey(form.action, { ...fields, intent: 'begin' })
  if (!begun) return refuse('network-request-failed')
  if (begun.next) return leave(begun.next)
  if (!begun.options) return refuse('operation-not-allowed', begun.sentence)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    begun.options as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = await navigator.credentials.create({ publicKey }).catch(() => null)
  if (!made) return refuse('operation-not-allowed', cancelled)
  const { name = '' } = fields
  const added = await postPasskey(form.action, { intent: 'add', name, made: JSON.stringify(made) })
  if (!added) return refuse('network-request-failed')
  return added.next ? leave(added.next) : refuse('operation-not-allowed', added.sentence)
}

const isPossible = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential

function leave(to: string): true {
  location.assign(to)
  return true
}
