/** Channel from the popup of Google's sign-in to the page that opened it. */
export const googleChannel = 'kohue-google'

/** Where to continue, or the sentence why not. */
export type GoogleMessage = { to: string } | { sentence: string }
