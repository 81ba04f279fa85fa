// The browser's part of the captcha: what Turnstile's api.js does for a page, as far as ours uses it.
const origin = new URL(document.currentScript.src).origin
const widgets = new Map()
const answerName = 'cf-turnstile-response'

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
  const answer = document.createElement('input')
  answer.type = 'hidden'
  answer.name = answerName
  place.replaceChildren(frame, answer)
  const widget = { frame, answer, isThere: false }
  widgets.set(id, widget)
  setTimeout(retry, retryAfter, widget)
  return id
}

function load(widget) {
  widget.isThere = false
  widget.frame.contentWindow.location.replace(widget.frame.src)
  setTimeout(retry, retryAfter, widget)
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
  widget.answer.value = ''
  load(widget)
}

addEventListener('message', ({ data, source, origin: from }) => {
  const widget = widgets.get(data?.id)
  if (from !== origin || !widget || source !== widget.frame.contentWindow) return
  if (data.token) widget.answer.value = data.token
  else widget.isThere = true
})

window.turnstile = { render, reset, getResponse: (id) => widgetOf(id)?.answer.value }

function renderAll() {
  for (const place of document.querySelectorAll('.cf-turnstile')) {
    render(place, { sitekey: place.dataset.sitekey })
  }
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', renderAll)
else renderAll()
