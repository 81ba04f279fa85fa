/* global readTypedCard */
/* Inside the frame: the fields of the card, and the only place that ever holds one. */

const form = document.querySelector('form')
const field = (name) => form.elements.namedItem(name)
const setup = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}')
const tell = (message) => parent.postMessage(message, '*')
const typed = () => ({
  card: field('card').value,
  expiry: field('expiry').value,
  cvc: field('cvc').value,
})
const names = ['card', 'expiry', 'cvc']
const left = new Set()

function applySetup() {
  const variables = setup.appearance?.variables ?? {}
  const known = [
    'colorPrimary',
    'colorBackground',
    'colorText',
    'colorTextSecondary',
    'colorDanger',
    'fontFamily',
    'fontSizeBase',
    'borderRadius',
    'spacingUnit',
  ]
  for (const name of known) {
    if (variables[name] !== undefined)
      document.documentElement.style.setProperty(`--${name}`, variables[name])
  }
  for (const { family, src, display, style, unicodeRange, weight } of setup.fonts ?? []) {
    const described = { display, style, unicodeRange, weight }
    const font = new FontFace(family, src, JSON.parse(JSON.stringify(described)))
    document.fonts.add(font)
    font.load().catch(() => {})
  }
  const billing = setup.fields?.billingDetails
  const address = typeof billing === 'string' ? billing : billing?.address
  const hides = (part) => address === 'never' || address?.[part] === 'never'
  if (hides('country')) field('country').closest('.field').remove()
  if (hides('postalCode')) field('postal_code').closest('.field').remove()
  const given = setup.defaultValues?.billingDetails?.address ?? {}
  if (given.country && field('country')) field('country').value = given.country
  if (given.postal_code && field('postal_code')) field('postal_code').value = given.postal_code
}

/** Shows the faults of the fields that were left or asked about. */
function showErrors(errors) {
  for (const name of names) {
    const error = left.has(name) ? errors.find((one) => one.field === name) : undefined
    const line = document.getElementById(`${name}-error`)
    line.textContent = error?.message ?? ''
    line.hidden = !error
    if (error) field(name).setAttribute('aria-invalid', 'true')
    else field(name).removeAttribute('aria-invalid')
  }
  tellHeight()
}

const errorsNow = () => {
  const read = readTypedCard(typed(), new Date())
  return read.ok ? [] : read.errors
}

function changed() {
  const errors = errorsNow()
  showErrors(errors)
  tell({
    type: 'fake:change',
    complete: errors.length === 0,
    empty: names.every((name) => field(name).value === ''),
  })
}

const tellHeight = () =>
  tell({
    type: 'fake:height',
    width: window.innerWidth,
    height: Math.ceil(document.body.getBoundingClientRect().height) + 8,
  })

const validationError = ({ code, message }) => ({ type: 'validation_error', code, message })

function submit() {
  const errors = errorsNow()
  for (const name of names) left.add(name)
  showErrors(errors)
  if (errors.length === 0) return {}
  field(errors[0].field).focus()
  return { error: validationError(errors[0]) }
}

async function confirmationToken({
  payment_method_data: given,
  return_url,
  shipping,
  setup_future_usage,
}) {
  const read = readTypedCard(typed(), new Date())
  if (!read.ok) return { error: validationError(read.errors[0]) }
  const { number, expMonth, expYear, cvc } = read.fields
  const address = {
    country: field('country')?.value,
    postal_code: field('postal_code')?.value || undefined,
  }
  const billing = {
    ...given?.billing_details,
    address: { ...address, ...given?.billing_details?.address },
  }
  const params = new URLSearchParams()
  append(params, {
    payment_method_data: {
      type: 'card',
      billing_details: billing,
      card: { number, exp_month: expMonth, exp_year: expYear, cvc },
    },
    return_url,
    shipping,
    setup_future_usage,
  })
  try {
    const key = new URLSearchParams(location.search).get('key')
    const response = await fetch('/v1/confirmation_tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: params,
    })
    const body = await response.json()
    return body.error ? { error: body.error } : { confirmationToken: body }
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. Please try again.',
      },
    }
  }
}

function append(params, values, prefix = '') {
  for (const [key, value] of Object.entries(values)) {
    const name = prefix ? `${prefix}[${key}]` : key
    if (value === undefined || value === null || value === '') continue
    if (typeof value === 'object') append(params, value, name)
    else params.append(name, String(value))
  }
}

function fill(card) {
  field('card').value = String(card)
    .replaceAll(/\D/g, '')
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
  field('expiry').value = `12 / ${String(new Date().getFullYear() + 2).slice(2)}`
  field('cvc').value = '123'
  if (field('postal_code') && !field('postal_code').value) field('postal_code').value = '94103'
  changed()
}

function act(what) {
  if (what === 'focus') field('card').focus()
  if (what === 'blur') document.activeElement?.blur()
  if (what === 'clear') {
    form.reset()
    left.clear()
    changed()
  }
}

window.addEventListener('message', async ({ data, source }) => {
  if (source !== parent) return
  if (data?.type === 'fake:fill') return fill(data.card)
  if (data?.type === 'fake:do') return act(data.what)
  if (data?.type !== 'fake:ask') return
  const response = data.what === 'submit' ? submit() : await confirmationToken(data.params)
  tell({ type: 'fake:response', asked: data.asked, response })
})

form.addEventListener('submit', (event) => event.preventDefault())
form.addEventListener('input', ({ target, inputType }) => {
  const digits = target.value.replaceAll(/\D/g, '')
  if (target.name === 'card' && target.selectionStart === target.value.length) {
    target.value = digits.slice(0, 19).replaceAll(/(.{4})(?=.)/g, '$1 ')
  }
  if (target.name === 'expiry' && !inputType?.startsWith('delete')) {
    target.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits
  }
  // What was wrong is no longer said once it is being mended.
  if (!errorsNow().some((error) => error.field === target.name)) left.delete(target.name)
  changed()
})
form.addEventListener('focusin', () => tell({ type: 'fake:focus' }))
form.addEventListener('focusout', ({ target }) => {
  if (target.value !== '') left.add(target.name)
  showErrors(errorsNow())
  tell({ type: 'fake:blur' })
})
form.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') tell({ type: 'fake:escape' })
})

applySetup()
new ResizeObserver(tellHeight).observe(document.body)
tellHeight()
tell({ type: 'fake:ready' })
