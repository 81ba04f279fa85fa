import { identitySentence } from '#domain/copy/sign-in.ts'
import type { IdentityCode } from '#domain/sign-in/identity-codes.ts'
import { Notice } from '#ui/notice.tsx'

/** Message templates for the script of the form around them; see `show-refusal.ts`. */
export function Refusals({ codes }: { codes: readonly IdentityCode[] }) {
  return codes.map((code) => (
    <template key={code} data-refusal={code}>
      <Notice tone="bad">{identitySentence(code)}</Notice>
    </template>
  ))
}
