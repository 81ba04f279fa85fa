// The browser's part of the captcha: what Turnstile's api.js does for a page, as far as ours uses it.
const origin = new URL(document.currentScript.src).origin
const widgets = new Map()
const responseName = 'cf-turnstile-response'

/** A captcha that does not load is requested again, as by Turnstile's `retry: auto`; in milliseconds. */
const retryAfter = 2_000

function render(container, options) {
  const place = typeof container === 'string' ? document.querySelector(container) : container
  if (place.querySelector('iframe')) return undefined
  const id = `cf-chl-widget-${widgets.size + 1}`
  const frame = document.createElement('iframe')
  frame.src = `${origin}/captcha/frame?${new URLSearchParams({ sitekey: options.sitekey, id })}`
  frame.title = 'Widget containing a security challenge'
  frame.width = '300'
  frame.height = '65'
  frame.style.border = '0'
  const responseField = document.createElement('input')
  responseField.type = 'hidden'
  responseField.name = responseName
  place.replaceChildren(frame, responseField)
  const widget = { frame, responseField, isThere: false }
  widgets.set(id, widget)
  widget.timer = setTimeout(retry, retryAfter, widget)
  return id
}

/** In a frame of its own: the one before is gone at once, and nobody solves what is being replaced. */
function load(widget) {
  clearTimeout(widget.timer)
  const frame = widget.frame.cloneNode()
  widget.frame.replaceWith(frame)
  Object.assign(widget, { frame, isThere: false, timer: setTimeout(retry, retryAfter, widget) })
}

function retry(widget) {
  if (!widget.isThere && widget.frame.isConnected) load(widget)
}

/** By id or by container; without either, the first that is still in the page. */
function widgetOf(id) {
  if (typeof id === 'string') return widgets.get(id)
  return [...widgets.values()].find(({ frame }) => (id ?? document).contains(frame))
}

function reset(id) {
  const widget = widgetOf(id)
  if (!widget) return
  widget.responseField.value = ''
  load(widget)
}

addEventListener('message', ({ data, source, origin: from }) => {
  const widget = widgets.get(data?.id)
  if (from !== origin || !widget || source !== widget.frame.contentWindow) return
  if (data.token) widget.responseField.value = data.token
  else widget.isThere = true
})

window.turnstile = { render, reset, getResponse: (id) => widgetOf(id)?.responseField.value }

function renderAll() {
  for (const place of document.querySelectorAll('.cf-turnstile')) {
    render(place, { sitekey: place.dataset.sitekey })
  }
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', renderAll)
else renderAll()
