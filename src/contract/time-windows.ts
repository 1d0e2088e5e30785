// The spans of time that requests about hot lists can choose from; without schemas, so that commands load fast.

export const windowNames = ['10m', '30m', '1h', '3h', '6h', '12h', '24h'] as const

/** In seconds. */
export const timeWindows: Readonly<Record<(typeof windowNames)[number], number>> = {
  '10m': 600,
  '30m': 1_800,
  '1h': 3_600,
  '3h': 10_800,
  '6h': 21_600,
  '12h': 43_200,
  '24h': 86_400,
}
