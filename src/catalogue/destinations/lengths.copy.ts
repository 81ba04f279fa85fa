/** The hint of a text field whose form refuses a longer text. */
export const atMost = (characters: number): string =>
  `At most ${characters.toLocaleString('en-US')} characters.`
