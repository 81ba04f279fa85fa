declare module 'subset-font' {
  /** Cuts a font to the characters of `text`. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff2'; keepFeatures?: string[]; noHinting?: boolean },
  ): Promise<Buffer>
}

declare module 'fontverter' {
  /** The same font in another container. */
  export function convert(font: Uint8Array, format: 'sfnt' | 'woff2'): Promise<Buffer>
}
