/** Throws `CannotStart` where there is no Chromium and none can be installed. */
export function findChromium(
  print?: (sentence: string) => void,
  options?: { headed?: boolean },
): string
