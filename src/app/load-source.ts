// One source by its id, as the services ask it: for the parser process, which needs few of them.
import type { Environment } from '../config-env.ts'
import type { Source } from '../upstream/source.ts'

/** What of the settings says where sources are, and how they are set. */
export interface SourceLocations {
  readonly env: Environment
  /** `SOURCES_DIR` */
  readonly sourcesFolder: string | undefined
  /** `SOURCES_FILE` */
  readonly sourcesFile: string | undefined
}

type AnySource = Source<unknown, unknown>

/** What there is to say of sources was said when the main process loaded them. */
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Makes what loads sources, each once. It rejects for an id of none, and for a source that cannot be loaded. */
export function createSourceLoader(places: SourceLocations): (id: string) => Promise<AnySource> {
  const loaded = new Map<string, Promise<AnySource>>()
  let lists: ReturnType<typeof allLists> | undefined
  const load = async (id: string): Promise<AnySource> => {
    const [kind, name] = id.split(':', 2)
    if (name === undefined) {
      lists ??= allLists(places)
      return found(id, (await lists).get(id)?.source)
    }
    if (kind === 'check') return checkOf(name, places)
    const { resultSource } = await import('../search/result.ts')
    if (kind === 'tg') return resultSource((await import('../search/telegram.ts')).telegramChannel(name))
    return found(id, kind === 'plugin' ? resultSource(await pluginOf(name, places)) : undefined)
  }
  return (id) => {
    const source = loaded.get(id) ?? load(id)
    loaded.set(id, source)
    return source
  }
}

async function allLists({ env, sourcesFile }: SourceLocations) {
  const { loadHotLists } = await import('../hotlist/load-lists.ts')
  const { addDeclaredLists: withDeclaredLists } = await import('../hotlist/load-declared-lists.ts')
  return withDeclaredLists(await loadHotLists(env, silent), sourcesFile, silent)
}

async function pluginOf(name: string, { env, sourcesFolder }: SourceLocations) {
  const { loadPlugin } = await import('../search/load-plugins.ts')
  return loadPlugin(name, sourcesFolder, env)
}

async function checkOf(cloud: string, { env }: SourceLocations) {
  const { loadCheck } = await import('../search/checks/load-checks.ts')
  const { checkSource } = await import('../search/checks/known-verdicts.ts')
  return checkSource(cloud, await loadCheck(cloud, env))
}

function found(id: string, source: AnySource | undefined): AnySource {
  if (source) return source
  throw new Error(`there is no source ${id}`)
}
