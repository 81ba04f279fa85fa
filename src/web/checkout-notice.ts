import { checkoutSentence } from '#domain/copy/checkout.ts'

/** Why a checkout led back to the page it came from (`?notice=reason`), in words, or null. */
export function checkoutNotice(request: Request): string | null {
  const reason = new URL(request.url).searchParams.get('notice') ?? ''
  return Object.hasOwn(checkoutSentence, reason)
    ? checkoutSentence[reason as keyof typeof checkoutSentence]
    : null
}
