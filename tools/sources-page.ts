// The page of all hot lists and search sites, in Markdown, from their definitions.
import { z } from 'zod'
import { columns } from '../src/contract/columns.ts'
import type { SourceNeed } from '../src/contract/source-needs.ts'
import { type ListRecord, listRecords } from '../src/hotlist/build-lists.ts'
import { settingNames } from '../src/parsing/source-settings.ts'
import type { CatalogueEntry } from '../src/search/plugin-catalogue.ts'

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
 * Renders the page of all hot lists and search sites. `families` maps file names to default exports.
 * @throws Error when an export is no family, or a setting has no description (`describe`).
 */
export function sourcesPage(families: ReadonlyMap<string, unknown>, sites: readonly CatalogueEntry[]): string {
  const lists = [...families].flatMap(([family, exported]) => {
    const needs = needsOf(family, exported)
    return listRecords(family, exported).map((list) => ({ list, needs: needs(list) }))
  })
  const off = lists.filter(({ list }) => !list.isEnabled).length
  const tables = columns.map((column) => {
    const rows = lists.filter(({ list }) => list.column === column)
    return `## ${words[column]} (\`${column}\`)\n\n| id | name | kind | every | needs |\n|---|---|---|---|---|\n${rows.map(rowOf).join('')}`
  })
  return `${introduction(lists.length, families.size, off)}\n${tables.join('\n')}\n${searchSites(sites)}`
}

const stateWords = {
  on: 'on',
  off: 'off: a request or `ENABLED_PLUGINS` has to name it',
  gone: 'gone: the same, or its `…_BASE_URL`',
} as const
const needWords: Readonly<Record<SourceNeed, string>> = {
  cn: 'better from mainland China',
  home: 'refuses data centres',
  slow: 'slower than 4 s',
  http: 'http only',
  cookie: 'a cookie first',
  throttles: 'limits requests strictly',
  moves: 'its address changes often',
}

function searchSites(sites: readonly CatalogueEntry[]): string {
  const rows = sites.map(({ id, name, home, state = 'on', needs = [], evidence = '', member }) => {
    const engine = member
      ? (member.engine ?? '')
          .split(' ')
          .map((word) => `\`${word}\``)
          .join(', ')
      : 'a file of its own'
    const words = needs.map((need) => needWords[need]).join('; ')
    return `| \`${id}\` | [${name ?? id}](${home}) | ${engine} | ${stateWords[state]} | ${words} | ${evidence} |\n`
  })
  const on = sites.filter(({ state = 'on' }) => state === 'on').length
  return `# The search sites

${sites.length} sites that searches ask beside the channels; ${on} of them are asked by searches that name none. *Evidence* is who saw the site answer, the
latest date first; a site that one network sees dead answers another. These sites see the keyword. Members of an engine are in
\`src/search/members.yaml\`; [adding-a-source.md](adding-a-source.md#a-site-that-runs-a-known-engine) shows how to add one.

| name | site | engine | asked | needs | evidence |
|---|---|---|---|---|---|
${rows.join('')}`
}

function introduction(lists: number, families: number, off: number): string {
  return `# The hot lists

${lists} lists of ${families} families of sites; ${off} of them are off unless \`ENABLED_SOURCES\` turns them on. A *ranking* is in the
order of the site, a *time line* has the newest item first. *Every* is the time for which a list is fresh, and the minimum time between two
fetches. No list needs an account: a setting in *needs* adds content or helps where a site rejects strangers.

\`\`\`
ENABLED_SOURCES=default,linuxdo-latest     the default lists and one more
ENABLED_SOURCES=column:tech,weibo,acfun*   only these: a column, a list, all ids with this prefix
DISABLED_SOURCES=column:game,jin10         the default lists without these
\`\`\`

\`all\` and \`none\` work too. A list that nobody requests costs nothing: its code is not loaded and its site is not queried.
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
