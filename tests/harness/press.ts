import type { Locator, Page } from 'playwright'

/**
 * Presses at the control's present position: down, a pause in which a layout shift may happen, up.
 * Playwright's click would follow a control that moves.
 */
export async function press(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await control.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))),
      ),
  )
  await page.mouse.up()
}
