import type { Kind } from './locate.ts'

/** Someone with a browser of their own, in words that every engine understands. */
export type Visitor = {
  engine: 'firefox' | 'webkit'
  /** Makes the window so wide, in CSS pixels. */
  resize(width: number): Promise<void>
  /** Goes to an address: a path of the shop's, or a whole URL. */
  goto(address: string): Promise<void>
  /** Presses a button or link with the mouse, once it is there. */
  press(name: string | RegExp, kind?: 'button' | 'link'): Promise<void>
  /** Types into the field with this label, in place of what it held. */
  fill(label: string | RegExp, value: string): Promise<void>
  /** Chooses an option by its text in the list with this label. */
  choose(label: string | RegExp, option: string): Promise<void>
  /** Presses a radio button or checkbox by its label. */
  check(label: string | RegExp): Promise<void>
  /** Waits until such a text, or something of another kind and name, is shown. */
  see(name: string | RegExp, kind?: Kind): Promise<void>
  /** Waits until it is not shown any more. */
  seeGone(name: string | RegExp, kind?: Kind): Promise<void>
  /** Waits until the address matches. */
  seeAddress(pattern: RegExp): Promise<void>
  address(): Promise<string>
  valueOf(label: string | RegExp): Promise<string>
  back(): Promise<void>
  forward(): Promise<void>
  reload(): Promise<void>
  keys(key: 'Escape' | 'Tab' | 'Enter'): Promise<void>
  /** Presses the mouse at a point of the window, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>
  /** Acts in the window that `open` opens, and comes back to this one once it is closed. */
  inPopup(open: () => Promise<void>, act: (popup: Visitor) => Promise<void>): Promise<void>
  /** What an expression comes to in the page. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Errors that the page wrote to the console; WebKit's driver tells of none. */
  faults: readonly string[]
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}

export type Engine = {
  name: Visitor['engine']
  open(width: number): Promise<Visitor>
  close(): Promise<void>
}

/** How long something that is waited for may take to come, in milliseconds. */
export const patienceMs = 30_000

/** Read in a page: its address and the beginning of what it says. */
export const pageText = '`${location.href} says: ${document.body.innerText.slice(0, 500)}`'

/**
 * Asks again until there is something. What does not come is named in the error, with what `page` says
 * is there in its place.
 */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | null | undefined | false>,
  page: () => Promise<string> = async () => '',
): Promise<Value> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await look().catch((error: unknown) => {
      if (performance.now() > deadline) throw error
      return null
    })
    if (found) return found
    if (performance.now() > deadline) {
      throw new Error(
        `${what} did not come. ${await page().catch(() => 'The page answers nothing.')}`,
      )
    }
    await new Promise((done) => setTimeout(done, 50))
  }
}
