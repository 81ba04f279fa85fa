import { offerSentence } from '#domain/copy/offers.ts'

/** Why an offer's checkout led back here (`?notice=reason`), in words, or null. */
export function offerNotice(url: URL): string | null {
  const reason = url.searchParams.get('notice') ?? ''
  return Object.hasOwn(offerSentence, reason)
    ? offerSentence[reason as keyof typeof offerSentence]
    : null
}
