// The groups of hot lists; without the schemas, so that commands load fast.

export const columns = [
  'china',
  'world',
  'tech',
  'finance',
  'sports',
  'entertainment',
  'game',
  'community',
  'science',
  'life',
] as const
