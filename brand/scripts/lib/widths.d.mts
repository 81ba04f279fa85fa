export function writeWidths(
  source: string | Buffer,
  target: string,
  kind: 'landscape' | 'bottle',
  widths: readonly number[],
): Promise<void>
