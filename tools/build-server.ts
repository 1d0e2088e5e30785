// Builds the server into dist/server: bundled JavaScript in chunks, loaded when needed.
import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { parseYamlMap } from '../src/parsing/parse-yaml.ts'

const root = join(import.meta.dirname, '..')

/** The folders of sources, which no code names; all are in the table that replaces src/upstream/built-sources.ts. */
const sourceFolders = [
  // Loaded together when one of them is asked: a search asks most of them.
  { folder: 'src/search/plugins', isLazy: false },
  { folder: 'src/search/engines', isLazy: false },
  { folder: 'src/search/checks/clouds', isLazy: false },
  // Loaded when one of their lists is asked.
  { folder: 'src/hotlist/sources', isLazy: true },
]

/** Packages that Fastify imports and never uses here: it serves HTTP/1 only, http/server/server.ts switches its validator and serializer off, and no plugin says for which version it is. */
const unused = new Set([
  '@fastify/ajv-compiler',
  'semver',
  '@fastify/fast-json-stringify-compiler',
  'node:http2',
  'node:https',
])

/** What transport-agents.ts uses of undici, in place of all of it: WebSocket, mocks, caches and interceptors are two fifths. */
const undiciIndex = join(root, 'node_modules/undici/index.js')
const undiciParts = `Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'))
  exports.Agent = require('./lib/dispatcher/agent')
  exports.Pool = require('./lib/dispatcher/pool')
  exports.ProxyAgent = require('./lib/dispatcher/proxy-agent')`

/** Modules that plugins import by paths into Trawl; a built server gives files of SOURCES_DIR one module with all of it. */
const pluginModules = [
  'src/contract/{fold-text,match-words}.ts',
  'src/parsing/*.ts',
  'src/search/{plugin,plugin-parsing,list-and-details}.ts',
  'src/upstream/{errors,reply-elements,source}.ts',
]

const eagerPrefix = 'sources-of:'

const sourceTablePath = join(root, 'src/upstream/built-sources.ts')

const entries = {
  main: 'src/main.ts',
  trawl: 'src/cli/trawl.ts',
  migrate: 'src/cli/migrate.ts',
  plugin: 'src/search/plugin-api.ts',
  'plugin-modules': 'plugin-modules',
}

function filesOf(patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: ['**/*.test.ts'] }).sort()
}

/** The module that replaces src/upstream/built-sources.ts: loads the files of a folder together or one by one. */
function sourceTable(): string {
  const rows = sourceFolders.flatMap(({ folder, isLazy }) =>
    filesOf([`${folder}/*.{ts,yaml}`]).map((file) => {
      const load = isLazy
        ? `import('/${file}')`
        : `import('${eagerPrefix}${folder}').then(({ files }) => files['/${file}'])`
      return `[join(import.meta.dirname, '../..', '${file}'), () => ${load}]`
    }),
  )
  return `import { join } from 'node:path'
    export const builtSources = new Map([${rows.join(',')}])`
}

/** The entry of a declared family as JSON, so that a start needs no parser of YAML. */
function entryOf(file: string): string {
  const { values } = parseYamlMap(readFileSync(file, 'utf8'), 'a map')
  return JSON.stringify(values.get(basename(file, '.yaml')))
}

/** Lets code that finds files beside itself find them from the bundle: entries of threads and processes, the page. */
const filesOfOurs: Plugin = {
  name: 'files-of-ours',
  enforce: 'pre',
  resolveId(id, importer) {
    return id.startsWith(eagerPrefix) ||
      id === entries['plugin-modules'] ||
      (unused.has(id) && importer?.includes('/node_modules/fastify/'))
      ? `\0${id}`
      : undefined
  },
  load(id) {
    if (unused.has(id.slice(1))) return 'export default undefined'
    if (id === undiciIndex) return undiciParts
    if (id === sourceTablePath) return sourceTable()
    if (id === `\0${entries['plugin-modules']}`)
      return filesOf(pluginModules)
        .map((file) => `export * from '/${file}'`)
        .join('\n')
    if (id.endsWith('.yaml')) return `export default ${JSON.stringify(entryOf(id))}`
    if (!id.startsWith(`\0${eagerPrefix}`)) return undefined
    const folder = id.slice(eagerPrefix.length + 1)
    return `export const files = import.meta.glob(['/${folder}/*.ts', '!**/*.test.ts'], { eager: true })`
  },
  transform(code, id) {
    if (!id.startsWith(join(root, 'src/')) || !/import\.meta\.(?:url|dirname|resolve)/.test(code)) return undefined
    const folder = relative(root, dirname(id))
    const rewritten = code
      .replaceAll(/(?<=new URL\('\.\/)([\w-]+)\.ts(?=', import\.meta\.url\))/g, (_all, name: string) => {
        const fileName = `${join(folder, name).replaceAll('/', '-')}.js`
        this.emitFile({ type: 'chunk', id: join(root, folder, `${name}.ts`), fileName, preserveSignature: 'strict' })
        return fileName
      })
      .replaceAll(/import\.meta\.resolve\('([^']+\.wasm)'\)/g, (_all, path: string) => {
        const fileName = basename(path)
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(root, 'node_modules', path)) })
        return `new URL('./${fileName}', import.meta.url)`
      })
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${folder}')`)
    // No line moves, so the source map stays as it is.
    return { code: rewritten, map: null }
  },
}

/**
 * Writes what is not ASCII as escapes: V8 stores the source of a file as two bytes a character if a single one needs them, as long as the
 * process runs. Template literals of `String.raw` would change; ours and those of packages are ASCII.
 */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = escapeBeyondAscii(file.code)
  },
}

function escapeBeyondAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Modules that processes and threads load at their start. The code of the rooms is loaded while the threads of the store start. */
const starts = {
  main: ['src/main.ts'],
  composition: ['src/app/compose.ts', 'src/app/create-app.ts'],
  trawl: ['src/cli/trawl.ts'],
  store: ['src/store/thread/thread.ts'],
}

/** These choose at their start what to load; what others load dynamically is loaded later, and gets the chunk that the bundler chooses. */
const choosing = new Set(['store'])

/** Names the chunk of a module: one for all modules with the same users, so that each user reads few files and nothing of another. */
function sharedChunk(): Rolldown.CodeSplittingNameFunction {
  const usersOf = new Map<string, Set<string>>()
  const visit = (id: string, user: string, graph: Rolldown.ChunkingContext) => {
    const users = usersOf.get(id) ?? new Set()
    if (users.has(user) || id === sourceTablePath) return
    usersOf.set(id, users.add(user))
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of importedIds) visit(imported, user, graph)
    if (choosing.has(user)) for (const imported of dynamicallyImportedIds) visit(imported, imported, graph)
  }
  return (id, graph) => {
    if (usersOf.size === 0)
      for (const [user, files] of Object.entries(starts)) for (const file of files) visit(join(root, file), user, graph)
    if (graph.getModuleInfo(id)?.isEntry) return undefined
    const users = usersOf.get(id)
    // Without the place of this folder, so that the same source gives the same names everywhere.
    return users && `shared-${hash('md5', [...users].sort().join().replaceAll(root, '')).slice(0, 6)}`
  }
}

export async function buildServer(): Promise<void> {
  const groups = [{ debugName: 'shared', name: sharedChunk(), includeDependenciesRecursively: false }]
  await bundle(entries, { codeSplitting: { groups } })
  // Sources of an operator may use all of it. Within the first bundle that would add all of it to what the service loads.
  await bundle({ zod: 'zod' }, { codeSplitting: false })
}

async function bundle(input: Readonly<Record<string, string>>, output: Rolldown.OutputOptions): Promise<void> {
  const isFirst = input === entries
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [filesOfOurs, onlyAscii],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      ssrEmitAssets: true,
      outDir: join(root, 'dist/server'),
      emptyOutDir: isFirst,
      copyPublicDir: false,
      target: 'node24',
      // Names and lines stay readable in stack traces.
      minify: false,
      sourcemap: true,
      license: isFirst && { fileName: 'licenses.md' },
      rolldownOptions: {
        input,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
          comments: false,
          ...output,
        },
        preserveEntrySignatures: 'allow-extension',
      },
    },
  })
}
