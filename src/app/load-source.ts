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

/** Creates the loader; it loads each source once, and rejects for an unknown id or an unloadable source. */
export function createSourceLoader(locations: SourceLocations): (id: string) => Promise<AnySource> {
  const loaded = new Map<string, Promise<AnySource>>()
  let lists: ReturnType<typeof loadAllLists> | undefined
  const load = async (id: string): Promise<AnySource> => {
    const [kind, name] = id.split(':', 2)
    if (name === undefined) {
      lists ??= loadAllLists(locations)
      return requireSource(id, (await lists).get(id)?.source)
    }
    if (kind === 'check') return loadCheckSource(name, locations)
    const { withParsedPosts } = await import('../search/posts/parse-post.ts')
    if (kind === 'tg') return withParsedPosts((await import('../search/telegram.ts')).telegramChannel(name))
    return requireSource(id, kind === 'plugin' ? withParsedPosts(await loadPluginByName(name, locations)) : undefined)
  }
  return (id) => {
    const source = loaded.get(id) ?? load(id)
    loaded.set(id, source)
    return source
  }
}

async function loadAllLists({ env, sourcesFile }: SourceLocations) {
  const { loadHotLists } = await import('../hotlist/load-lists.ts')
  const { addDeclaredLists } = await import('../hotlist/load-declared-lists.ts')
  return addDeclaredLists(await loadHotLists(env, silent), sourcesFile, silent)
}

async function loadPluginByName(name: string, { env, sourcesFolder, sourcesFile }: SourceLocations) {
  const { loadPlugin } = await import('../search/load-plugins.ts')
  const { readSourcesFile } = await import('../hotlist/load-declared-lists.ts')
  const file = sourcesFile === undefined ? undefined : { name: sourcesFile, text: await readSourcesFile(sourcesFile) }
  return loadPlugin(name, { folder: sourcesFolder, file }, env)
}

async function loadCheckSource(cloud: string, { env }: SourceLocations) {
  const { loadCheck } = await import('../search/checks/check.ts')
  const { checkSource } = await import('../search/checks/verdict-cache.ts')
  return checkSource(cloud, await loadCheck(cloud, env))
}

function requireSource(id: string, source: AnySource | undefined): AnySource {
  if (source) return source
  throw new Error(`there is no source ${id}`)
}
