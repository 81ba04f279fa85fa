/** Throws `CannotStart` where there is no Chromium and none can be installed. */
export function findChromium(say?: (sentence: string) => void): string
