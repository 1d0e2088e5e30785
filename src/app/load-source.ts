// Loads one source by its id, for the parser process, which needs only a few.
import type { Environment } from '../config/env.ts'
import type { Source } from '../upstream/source.ts'

export interface SourceLocations {
  readonly env: Environment
  readonly sourcesFolder: string | undefined
  readonly sourcesFile: string | undefined
}

type AnySource = Source<unknown, unknown>

/** The main process has logged everything about the sources already. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A source of the operator's file comes with its definition, because the file may have changed since. */
type LoadSource = (id: string, definition?: string | undefined) => Promise<AnySource>

/** Creates the loader; it loads each source once, and rejects for an unknown id or an unloadable source. */
export function createSourceLoader(locations: SourceLocations): LoadSource {
  const loaded = new Map<string, { readonly definition: string | undefined; readonly source: Promise<AnySource> }>()
  let lists: ReturnType<typeof loadLists> | undefined
  const load: LoadSource = async (id, definition) => {
    const [kind, name] = id.split(':', 2)
    if (definition !== undefined) return requireSource(id, await loadDeclaredList(id, definition))
    if (name === undefined) {
      lists ??= loadLists(locations)
      return requireSource(id, (await lists).get(id)?.source)
    }
    if (kind === 'check') return loadCheckSource(name, locations)
    const { withParsedPosts } = await import('../search/posts/parse-post.ts')
    if (kind === 'tg') return withParsedPosts((await import('../search/telegram.ts')).telegramChannel(name))
    return requireSource(id, kind === 'plugin' ? withParsedPosts(await loadPluginByName(name, locations)) : undefined)
  }
  return (id, definition) => {
    const known = loaded.get(id)
    if (known && known.definition === definition) return known.source
    const source = load(id, definition)
    loaded.set(id, { definition, source })
    return source
  }
}

async function loadLists({ env }: SourceLocations) {
  const { loadHotLists } = await import('../hotlist/load-lists.ts')
  return loadHotLists(env, silent)
}

async function loadDeclaredList(id: string, definition: string) {
  const { listOfDefinition } = await import('../hotlist/list-set.ts')
  return (await listOfDefinition(id, definition))?.source
}

async function loadPluginByName(name: string, { env, sourcesFolder, sourcesFile }: SourceLocations) {
  const { loadPlugin } = await import('../search/load-plugins.ts')
  const { createWatchedFile } = await import('../bans/watched-file.ts')
  // One that cannot be read was reported at the start.
  const text =
    sourcesFile === undefined
      ? ''
      : await createWatchedFile(sourcesFile)
          .read()
          .catch(() => '')
  return loadPlugin(name, { folder: sourcesFolder, file: { name: sourcesFile ?? '', text } }, env)
}

async function loadCheckSource(cloud: string, { env }: SourceLocations) {
  const { checkSource, loadCheck } = await import('../search/checks/check.ts')
  return checkSource(cloud, await loadCheck(cloud, env))
}

function requireSource(id: string, source: AnySource | undefined): AnySource {
  if (source) return source
  throw new Error(`there is no source ${id}`)
}
