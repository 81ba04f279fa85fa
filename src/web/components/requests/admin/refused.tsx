import { Notice } from '#web/ui/notice.tsx'

/** Why an answer was not given, and the text that was typed. */
export type Refused = { text: string; error: string } | null

export const RefusedNotice = ({ refused }: { refused: Refused }) =>
  refused && <Notice tone="bad">{refused.error}</Notice>
