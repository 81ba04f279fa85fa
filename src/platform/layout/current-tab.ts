/** Brings the tab of this page into the middle of a row that scrolls. */
export function showCurrentTab(bar: Element): void {
  const current = bar.querySelector('[aria-current]')
  if (!current) return
  const [around, tab] = [bar.getBoundingClientRect(), current.getBoundingClientRect()]
  bar.scrollLeft += tab.left - around.left - (around.width - tab.width) / 2
}
