// Remembers the works that the last search showed, in a file of this user, for `trawl open`.
import { join } from 'node:path'
import { z } from 'zod'
import type { CollectedWork } from '../../client/work-collector.ts'
import { bestLinks, titleWithYear } from '../../client/work-summary.ts'
import { parseJson } from '../observability/parse-json.ts'
import type { Terminal } from './terminal/terminal.ts'

const lastSearch = z.object({
  kw: z.string(),
  /** In the order in which they were shown, each with the best link of each cloud. */
  works: z.array(
    z.object({
      title: z.string(),
      links: z
        .array(
          z.object({
            type: z.string(),
            url: z.string(),
            password: z.string(),
            health: z.object({ state: z.string() }).optional(),
          }),
        )
        .min(1),
    }),
  ),
})
export type LastSearch = z.infer<typeof lastSearch>

/** The file: below XDG_STATE_HOME, on Windows below LOCALAPPDATA. Undefined if the user has no home folder. */
export function lastSearchFile({ XDG_STATE_HOME, LOCALAPPDATA, HOME }: Terminal['env']): string | undefined {
  const folder = XDG_STATE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.local', 'state'))
  return folder ? join(folder, 'trawl', 'last-search.json') : undefined
}

/** Saves the works; does nothing where files cannot be written, as in a container. */
export function saveLastSearch(kw: string, works: readonly CollectedWork[], { env, writeFile }: Terminal): void {
  const file = lastSearchFile(env)
  if (file === undefined) return
  const saved = works.map((work) => ({ title: titleWithYear(work), links: bestLinks(work.links) }))
  try {
    writeFile(file, JSON.stringify(lastSearch.parse({ kw, works: saved })))
  } catch {
    // `trawl open` says that there is no last search.
  }
}

/** The last search; undefined if there is none. */
export function readLastSearch({ env, readFile }: Terminal): LastSearch | undefined {
  const file = lastSearchFile(env)
  try {
    const text = file === undefined ? '' : new TextDecoder().decode(readFile(file))
    return lastSearch.safeParse(parseJson(text)).data
  } catch {
    return undefined
  }
}
