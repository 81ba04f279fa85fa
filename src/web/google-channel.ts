/** On which the window that went to Google tells the page that opened it how it went. */
export const googleChannel = 'kohue-google'
