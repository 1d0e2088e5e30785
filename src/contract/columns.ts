// The columns of hot lists and their names, for the service, its terminal and its page; without the schemas, so that commands load fast.

/** In the order of the contract. */
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

export type HotListColumn = (typeof columns)[number]

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
} as const satisfies Readonly<Record<HotListColumn, readonly [zh: string, en: string]>>
