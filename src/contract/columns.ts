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

/** Their names, as the page and the feeds show them. */
export const columnNames = {
  china: ['国内', 'China'],
  world: ['国际', 'World'],
  tech: ['科技', 'Tech'],
  finance: ['财经', 'Finance'],
  sports: ['体育', 'Sports'],
  entertainment: ['娱乐', 'Entertainment'],
  game: ['游戏', 'Games'],
  community: ['社区', 'Communities'],
  science: ['科学', 'Science'],
  life: ['生活', 'Life'],
} as const satisfies Readonly<Record<(typeof columns)[number], readonly [zh: string, en: string]>>
