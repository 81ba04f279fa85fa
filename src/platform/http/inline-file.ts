/** The bytes of a file that the bundle inlines as a data URL (`?inline`). */
export const bytesOf = (dataUrl: string): Buffer =>
  Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
