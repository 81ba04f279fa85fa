import { providerOrigin } from './provider-origin.js'

/** 3-D Secure over the shop's page: resolves once the bank's page was answered. */
export function askBank(clientSecret) {
  const address = `${providerOrigin}/c/authenticate/${clientSecret}`
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', '3-D Secure')
  dialog.style.cssText =
    'border:0;padding:0;border-radius:10px;width:min(520px,94vw);height:min(560px,90vh);overflow:hidden'
  const frame = document.createElement('iframe')
  frame.title = '3-D Secure'
  frame.src = address
  frame.style.cssText = 'border:0;width:100%;height:100%;display:block'
  dialog.append(frame)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    const close = () => {
      window.removeEventListener('message', receive)
      dialog.remove()
      resolve()
    }
    function receive({ data, source }) {
      if (source === frame.contentWindow && data?.type === 'fake:authenticated') close()
    }
    window.addEventListener('message', receive)
    // Whoever closes the bank's page has not confirmed.
    dialog.addEventListener('cancel', async (event) => {
      event.preventDefault()
      await fetch(address, {
        method: 'POST',
        mode: 'no-cors',
        body: new URLSearchParams({ result: 'fail' }),
      }).catch(() => {})
      close()
    })
  })
}
