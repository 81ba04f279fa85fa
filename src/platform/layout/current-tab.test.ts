import { expect, test } from 'vitest'

import { showCurrentTab } from './current-tab.ts'

/** A row of tabs from the left end of the screen, 300 pixels wide. */
const barWith = (tab: { left: number; width: number } | null) => ({
  scrollLeft: 40,
  querySelector: (found: string) =>
    tab && found === '[aria-current]' ? { getBoundingClientRect: () => tab } : null,
  getBoundingClientRect: () => ({ left: 10, width: 300 }),
})

test('the tab of a page comes into the middle of its row', () => {
  const bar = barWith({ left: 250, width: 100 })
  showCurrentTab(bar as unknown as Element)
  expect(bar.scrollLeft).toBe(180)
  const without = barWith(null)
  showCurrentTab(without as unknown as Element)
  expect(without.scrollLeft).toBe(40)
})
