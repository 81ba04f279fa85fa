// Preloaded into the shop of the journeys: dates are written with the words, the order and the spaces of other
// locale data than the browsers have. A page that takes them from there is not hydrated as it was served.
const { formatToParts } = Intl.DateTimeFormat.prototype
const others = { literal: '\u202f', dayPeriod: 'p.m.', era: 'A' }

function otherParts(date) {
  const parts = formatToParts.call(this, date).toReversed()
  return parts.map(({ type, value }) => ({ type, value: others[type] ?? value }))
}
const otherText = (parts) => parts.map(({ value }) => value).join('')

Object.defineProperties(Intl.DateTimeFormat.prototype, {
  formatToParts: { value: otherParts },
  // Bound to its formatter, as the standard's own is.
  format: {
    get() {
      return (date) => otherText(otherParts.call(this, date))
    },
  },
})
