/** Most characters of each text of a wine. */
export const wineTextLimits = {
  name: 40,
  subtitle: 40,
  titleCart: 60,
  description: 200,
  story: 1_000,
} as const
