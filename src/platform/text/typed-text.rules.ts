/**
 * Characters that nobody sees, such as zero-width and bidirectional ones: with them a name looks empty or
 * like another. Joiners between letters are part of some scripts and stay.
 */
const unseen =
  /(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}])|(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Text of several lines as people type it, without characters that nobody sees. Browsers send a line break as
 * CRLF without a script, and as LF with one.
 */
export const typedText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, ' ')
    .replaceAll(unseen, '')
    .trim()

/** A line of text as people type it: the same, without line breaks and doubled spaces. */
export const typedLine = (text: string): string => typedText(text).replaceAll(/\s+/g, ' ').trim()
