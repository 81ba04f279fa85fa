import { test } from 'vitest'

import { staffRelease, wineOfRelease } from '#tests/harness/staff-release.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import { previewRelease } from './preview.rules.ts'
import Preview from './release-preview.page.tsx'

type Props = Parameters<typeof Preview>[0]

const texts = { description: 'Three bottles.', descriptionA: '', descriptionB: '' }
const malbec = wineOfRelease('malbec', '2023 Malbec', { image: 'bottle-malbec-2022', ...texts })
const blend = wineOfRelease('blend', '2023 Blend', {
  ...texts,
  ...{ image: '', subtitle: 'bottle of 750ml', priceCents: 15_050 },
  ...{ descriptionA: 'Violets.', descriptionB: 'From Altamira.' },
})

function page(
  as: string,
  hour: string,
  change: Parameters<typeof staffRelease>[0] = {},
  error?: string,
) {
  const release = staffRelease({ wines: [malbec], ...change })
  const at = new Date(`${hour}:00-08:00`)
  const kind = as === 'w2' ? { kind: 'wave' as const, waveId: as } : { kind: as as 'visitor' }
  const wines = release.wines.map((wine) => ({
    ...wine,
    release: previewRelease(release, { as: kind, at, units: 3 }),
  }))
  const loaderData = { release, wines, as, at: hour, error, timeZone: 'America/Los_Angeles' }
  return <Preview {...({ loaderData } as unknown as Props)} />
}

test('a release as customers will see it', () => {
  expectParts(
    'release-preview',
    {
      'to a visitor before it opens': page('visitor', '2027-03-10T09:59', {
        wines: [malbec, blend],
      }),
      'to one without an allocation once it is open': page('nobody', '2027-03-10T10:00'),
      'to one whose wave opens later': page('w2', '2027-03-11T13:59'),
      'to one whose wave is open': page('w2', '2027-03-11T14:00'),
      'to one of a wave, paused': page('w2', '2027-03-11T14:00', {
        ...{ phase: 'paused', state: 'paused', pauseReason: 'A moment.' },
      }),
      'after it has closed': page('nobody', '2027-03-26T10:00', {
        ...{ phase: 'before', state: 'scheduled' },
      }),
      'it is the one behind the year': page('visitor', '2027-03-10T09:59', { isBehindYear: true }),
      'at an hour that there is not': page('visitor', '2027-03-14T02:30', {}, 'No such hour'),
      'without wines': page('visitor', '2027-03-10T09:59', { wines: [] }),
    },
    { asChanges: true },
  )
})
