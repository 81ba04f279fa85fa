import { test } from 'vitest'

import { staffRelease, wineOfRelease } from '#tests/harness/staff-release.ts'
import { expectParts } from '#tests/harness/what-parts-say.tsx'

import Wines from './release-wines.page.tsx'

type Props = Parameters<typeof Wines>[0]

const choosable = (id: string, title: string, release: string | null, isKept = true) => ({
  ...{ id, title, subtitle: '6-pack of 750ml', releaseId: release, release, isKept },
})
const malbec = choosable('malbec', '2023 Malbec', 'Spring')
const cabernet = choosable('cabernet', '2023 Cabernet Sauvignon', 'Spring')
const blend = choosable('blend', '2023 Blend', 'Fall 2026')
const rose = choosable('rose', '2024 Rosé', null, false)
const tannat = choosable('tannat', '2022 Tannat', 'Fall 2025', false)
const all = [cabernet, blend, malbec, rose, tannat]

function page(change: Parameters<typeof staffRelease>[0], wines = all) {
  const loaderData = { release: staffRelease(change), wines }
  return <Wines {...({ loaderData } as unknown as Props)} />
}

test('the wines of a release, and those it may have', () => {
  expectParts(
    'release-wines',
    {
      'none chosen': page({ wines: [] }),
      'there are none': page({ wines: [] }, []),
      'one chosen': page({ wines: [wineOfRelease('malbec', '2023 Malbec')] }),
      'two chosen': page({}),
      'three chosen, and no other': page(
        {
          wines: ['malbec', 'cabernet', 'rose'].map((id, index) =>
            wineOfRelease(id, id, { priceCents: 48_050 + index }),
          ),
        },
        [malbec, cabernet, rose],
      ),
      'it is open': page({ phase: 'open' }),
    },
    { asChanges: true },
  )
})
