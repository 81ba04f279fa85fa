/** On which the window that went to Google tells the page that opened it how it went. */
export const googleChannel = 'kohue-google'

/** What it says: where to go on to, or why not, as people read it. */
export type GoogleWord = { to: string } | { sentence: string }
