// docs/sources.md, made of the hot lists' definitions.
import { z } from 'zod'
import { columns } from '../src/contract/hotlist.ts'
import { type ListRecord, recordsOf } from '../src/hotlist/accept-family.ts'
import { settingNames } from '../src/reading/settings.ts'

const words: Readonly<Record<(typeof columns)[number], string>> = {
  china: 'China',
  world: 'World',
  tech: 'Technology',
  finance: 'Finance',
  sports: 'Sports',
  entertainment: 'Entertainment',
  game: 'Games',
  community: 'Communities',
  science: 'Science',
  life: 'Life',
}

const needing = z.looseObject({
  needs: z.string().optional(),
  lists: z.record(z.string(), z.looseObject({ needs: z.string().optional() })),
  settings: z.looseObject({ shape: z.record(z.string(), z.looseObject({ description: z.string() })) }).optional(),
})

/**
 * The page of all hot lists, from the default exports of their files by name.
 * @throws Error when one is no family, or a setting does not say what it is (`describe`).
 */
export function sourcesPage(families: ReadonlyMap<string, unknown>): string {
  const lists = [...families].flatMap(([family, exported]) => {
    const needs = needsOf(family, exported)
    return recordsOf(family, exported).map((list) => ({ list, needs: needs(list) }))
  })
  const off = lists.filter(({ list }) => !list.isEnabled).length
  const tables = columns.map((column) => {
    const rows = lists.filter(({ list }) => list.column === column)
    return `## ${words[column]} (\`${column}\`)\n\n| id | name | kind | every | needs |\n|---|---|---|---|---|\n${rows.map(rowOf).join('')}`
  })
  return `${introduction(lists.length, families.size, off)}\n${tables.join('\n')}`
}

function introduction(lists: number, families: number, off: number): string {
  return `# The hot lists

<!-- Made from the definitions by \`npm run catalogue\`; a test holds it to them. -->

${lists} lists of ${families} families of sites; ${off} of them are off unless \`ENABLED_SOURCES\` turns them on. A *ranking* is in the
site's own order, a *time line* has the newest first. *Every* is how long a list is fresh, and the least time between two looks at the
site. What no list needs is an account: where a setting is named, it brings more or helps where a site turns strangers away.

\`\`\`
ENABLED_SOURCES=default,linuxdo-latest     what is on by default, and one more
ENABLED_SOURCES=column:tech,weibo,acfun*   only these: a column, a list, all whose ids begin so
DISABLED_SOURCES=column:game,jin10         what is on by default, without these
\`\`\`

\`all\` and \`none\` are understood, too. What nobody asks for costs nothing: its code is not loaded and its site is not asked.
`
}

function rowOf({ list, needs }: { readonly list: ListRecord; readonly needs: string }): string {
  const { id, name, title, type, home, interval } = list
  const shown = title === undefined ? name : `${name} · ${title}`
  return `| \`${id}\` | [${shown}](${home}) | ${type === 'hottest' ? 'ranking' : 'time line'} | ${spanOf(interval)} | ${needs} |\n`
}

function spanOf(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function needsOf(family: string, exported: unknown): (list: ListRecord) => string {
  const { needs, lists, settings } = needing.parse(exported)
  const descriptions = Object.values(settings?.shape ?? {}).map(({ description }) => description)
  const named = settingNames(family, exported).map((name, at) => `\`${name}\`: ${descriptions[at]}`)
  return ({ id, isEnabled }) =>
    [...(isEnabled ? [] : ['off by default']), lists[id]?.needs ?? needs ?? '', ...named]
      .filter((part) => part !== '')
      .join('; ')
}
