/** Why an address gets no mailing-list email; kept when the person's data is erased. */
export const suppressionReasons = ['left', 'erased', 'rejected', 'complaint'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]
