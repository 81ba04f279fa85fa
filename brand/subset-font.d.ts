declare module 'subset-font' {
  /** Cuts a font to the characters of `text`. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures?: string[]; noHinting?: boolean },
  ): Promise<Uint8Array>
}
