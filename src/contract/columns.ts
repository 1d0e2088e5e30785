// The columns of hot lists and their names, for the service, its terminal and its page.

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

export type Column = (typeof columns)[number]

type ColumnNames = Readonly<Record<Column, string>>

export const columnNames: Readonly<Record<'zh' | 'en', ColumnNames>> = {
  zh: {
    china: '国内',
    world: '国际',
    tech: '科技',
    finance: '财经',
    sports: '体育',
    entertainment: '娱乐',
    game: '游戏',
    community: '社区',
    science: '科学',
    life: '生活',
  },
  en: {
    china: 'China',
    world: 'World',
    tech: 'Tech',
    finance: 'Finance',
    sports: 'Sports',
    entertainment: 'Entertainment',
    game: 'Games',
    community: 'Communities',
    science: 'Science',
    life: 'Life',
  },
}
