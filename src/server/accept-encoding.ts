export type Encoding = 'br' | 'gzip' | 'identity'

const known = new Map<string, Encoding[]>()

/**
 * The encodings a client takes, best first (RFC 9110, section 12.5.3), `identity` always last.
 * Browsers send a handful of values: each is read once.
 */
export function acceptedEncodings(header: string | string[] | undefined): readonly Encoding[] {
  const text = String(header ?? '')
  const seen = known.get(text)
  if (seen) return seen
  const accepted = read(text)
  if (known.size < 100) known.set(text, accepted)
  return accepted
}

function read(header: string): Encoding[] {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const isWanted = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return [...(['br', 'gzip'] as const).filter(isWanted), 'identity']
}
