// Reads a folder of marked titles and predicts their works and attributes, in the form that its score.mjs takes.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { groupWorks } from '../../src/search/works/group-works.ts'
import { createRecogniser, searchedName } from '../../src/search/works/recognise.ts'
import { verbatimAttributes } from './verbatim-attributes.ts'

const markedTitles = z.looseObject({
  queries: z.array(
    z.looseObject({
      q: z.string(),
      items: z.array(
        z.looseObject({
          id: z.string(),
          title: z.string(),
          text: z.string().default(''),
          // Those of most titles written by hand are not marked.
          attributes: z.record(z.string(), z.unknown()).default({}),
        }),
      ),
    }),
  ),
})

export type MarkedQuery = z.infer<typeof markedTitles>['queries'][number]

/** @throws when the folder has no `titles.json`, or one of another form. */
export function readMarkedTitles(folder: string): MarkedQuery[] {
  return markedTitles.parse(JSON.parse(readFileSync(join(folder, 'titles.json'), 'utf8'))).queries
}

/** The folders of the further sets, below the one of all marked titles, in order of their names and numbers. */
export function furtherSets(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  return names.toSorted(new Intl.Collator('en', { numeric: true }).compare).map((name) => join(folder, name))
}

/** By search word and item: the key of the work as `cluster`, and the attributes. */
export function predictWorks(queries: readonly MarkedQuery[]): object {
  return Object.fromEntries(queries.map((query) => [query.q, predictQuery(query)]))
}

function predictQuery({ q, items }: MarkedQuery): object {
  const searched = searchedName(q)
  const recognise = createRecogniser(searched)
  const recognised = items.map((item) => ({ ...item, title: recognise(item.title) }))
  const { keys, why } = groupWorks(
    recognised.map(({ title }) => title),
    searched,
  )
  return Object.fromEntries(
    recognised.map(({ id, title, text }) => [
      id,
      { cluster: keys.get(title), why: why.get(title), attributes: verbatimAttributes(title, text, keys.get(title)) },
    ]),
  )
}
