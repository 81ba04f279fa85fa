/** Progressive enhancement: the page works without it. */
export const paymentPageScript = `
(() => {
  const form = document.querySelector('form.fields')
  const pay = form.querySelector('.pay')
  const set = (name, value) => { form.elements[name].value = value }
  form.addEventListener('click', (event) => {
    const card = event.target.closest('button[name=fill]')
    if (!card) return
    event.preventDefault()
    set('card', card.value.replace(/(.{4})(?=.)/g, '$1 '))
    set('expiry', '12 / ' + String(new Date().getFullYear() + 2).slice(2))
    set('cvc', '123')
    if (!form.elements.name.value) set('name', 'Ana Demo')
    if (!form.elements.postal_code.value) set('postal_code', '94103')
    pay.focus()
  })
  form.addEventListener('change', (event) => {
    const { dataset, name } = event.target
    if (name !== 'shipping_rate' || !dataset.totalText) return
    for (const total of document.querySelectorAll('[data-total]')) total.textContent = dataset.totalText
    document.querySelector('[data-shipping]').textContent = dataset.amount
    set('shown_total', dataset.cents)
    pay.textContent = pay.dataset.word + ' ' + dataset.totalText
  })
  form.elements.card.addEventListener('input', ({ target }) => {
    if (target.selectionStart !== target.value.length) return
    target.value = target.value.replace(/\\D/g, '').slice(0, 19).replace(/(.{4})(?=.)/g, '$1 ')
  })
  form.elements.expiry.addEventListener('input', ({ target, inputType }) => {
    if (inputType && inputType.startsWith('delete')) return
    const digits = target.value.replace(/\\D/g, '').slice(0, 4)
    target.value = digits.length > 2 ? digits.slice(0, 2) + ' / ' + digits.slice(2) : digits
  })
  let sent = false
  form.addEventListener('submit', (event) => {
    if (event.submitter && event.submitter.name === 'fill') return
    if (sent) return event.preventDefault()
    sent = true
    pay.setAttribute('aria-disabled', 'true')
    pay.textContent = 'Processing…'
  })
  addEventListener('pageshow', () => { sent = false; pay.removeAttribute('aria-disabled') })
})()
`
