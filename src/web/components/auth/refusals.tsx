import { identitySentence } from '#domain/copy/identity.ts'
import type { IdentityCode } from '#domain/identity-codes.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Messages kept ready for the script of the form they stand in; see say-refusal.ts. */
export function Refusals({ codes }: { codes: readonly IdentityCode[] }) {
  return codes.map((code) => (
    <template key={code} data-refusal={code}>
      <Notice tone="bad">{identitySentence(code)}</Notice>
    </template>
  ))
}
