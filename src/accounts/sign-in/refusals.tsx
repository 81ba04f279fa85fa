import { Notice } from '#ui/notice.tsx'

import type { IdentityCode } from './identity-codes.rules.ts'
import { identitySentence } from './sign-in.copy.ts'

/** Message templates for the script of the form around them; see `show-refusal.ts`. */
export function Refusals({ codes }: { codes: readonly IdentityCode[] }) {
  return codes.map((code) => (
    <template key={code} data-refusal={code}>
      <Notice tone="bad">{identitySentence(code)}</Notice>
    </template>
  ))
}
