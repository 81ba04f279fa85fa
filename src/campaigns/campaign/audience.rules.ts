import { z } from 'zod'

import { levels } from '#platform/club/club.rules.ts'
import { stateCodes } from '#platform/text/us-states.rules.ts'

/** The audience of a campaign, before each person's email permission is checked. */
export const audienceSchema = z.object({
  /** A wave of the campaign's release; empty for all. */
  waveId: z.union([z.uuid(), z.literal('')]).default(''),
  hasAllocationLeft: z.boolean().default(false),
  clubLevel: z.enum(['', 'none', ...levels]).default(''),
  /** Whether they ordered in the campaign's release. */
  ordered: z.enum(['', 'yes', 'no']).default(''),
  state: z.union([z.enum(['', 'DC']), z.enum(stateCodes as [string, ...string[]])]).default(''),
  /** Only recipients of this campaign, for a correction of it. */
  got: z.union([z.uuid(), z.literal('')]).default(''),
  /** Also subscribers without an account. */
  withSubscribers: z.boolean().default(true),
})
export type Audience = z.infer<typeof audienceSchema>

export const everybody: Audience = audienceSchema.parse({})

/** Whether a filter is set that only accounts can match. */
export const isOfAccounts = (audience: Audience): boolean =>
  audience.waveId !== '' ||
  audience.hasAllocationLeft ||
  audience.ordered === 'yes' ||
  (audience.clubLevel !== '' && audience.clubLevel !== 'none')
