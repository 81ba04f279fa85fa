import { purchaseLinkEnds } from '#accounts/links/entry-link.rules.ts'

import type { CampaignContent } from './content.rules.ts'
import { hasPurchaseLink } from './content.rules.ts'

/** What the links of a campaign's buttons open when it is sent. */
export type LinkCheck =
  | 'open'
  | 'no-button'
  /** A purchase link that no release belongs to: nothing is put in the cart. */
  | 'no-release'
  /** Its release is not scheduled: nothing of it is promised, and its links would open nothing. */
  | 'draft'
  /** Its links would expire before anybody can buy. */
  | 'too-early'
  /** Its release has closed: its links would open nothing. */
  | 'over'

export function checkLinks(
  content: Pick<CampaignContent, 'blocks'>,
  { at, release }: { at: Date; release: 'none' | 'over' | { opensAt: Date; isDraft: boolean } },
): LinkCheck {
  if (!content.blocks.some(({ kind }) => kind === 'button')) return 'no-button'
  if (!hasPurchaseLink(content)) return 'open'
  if (release === 'over') return 'over'
  if (release === 'none') return 'no-release'
  if (release.isDraft) return 'draft'
  return purchaseLinkEnds(at, null) <= release.opensAt ? 'too-early' : 'open'
}
