import type { Database } from '#platform/database/connection.server.ts'

import { tellOfCampaigns } from './campaigns.ts'
import { tellOfCompliance } from './compliance.ts'
import { tellOfRelease } from './release.ts'
import { tellOfRequests } from './requests.ts'
import { tellOfRush } from './rush.ts'
import { tellOfShipping } from './shipping.ts'
import { tellOfSubscribers } from './subscribers.ts'

/** The parts of each story, a file per subject, in the order in which they are written. */
const stories = {
  release: [
    tellOfRelease,
    tellOfCampaigns,
    tellOfRequests,
    tellOfShipping,
    tellOfSubscribers,
    tellOfCompliance,
  ],
  shipping: [tellOfShipping],
  rush: [tellOfRush],
} as const satisfies Record<string, readonly Subject[]>

type Subject = (db: Database, now: Date, progress: (line: string) => void) => Promise<string>

type StoryName = keyof typeof stories

export const isStory = (text: string): text is StoryName => Object.hasOwn(stories, text)

export const storyNames = Object.keys(stories) as StoryName[]

/** Writes the rows of a story, with times relative to `now`. Running it again adds nothing. */
export async function tellStory(
  db: Database,
  name: StoryName,
  { now, progress }: { now: Date; progress: (line: string) => void },
): Promise<void> {
  for (const subject of stories[name]) progress(await subject(db, now, progress))
}
