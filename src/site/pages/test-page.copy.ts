/** The developers' page (specification, section 2: test). */
export const testPageCopy = {
  tools: 'Developer tools',
  call: 'Call GET /api/test',
  fail: 'Throw an error',
} as const
