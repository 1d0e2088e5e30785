// Builds the client: its types of the wire, the package in dist/client, and the single file that the service serves as /client.js.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { buildUnlessSame, hashFiles } from './build-unless-same.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/client')
const stampFile = join(folder, '.built-of')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const pageFile = join(root, 'web/dist/client.js')
const bundleFile = join(folder, 'bundle/client.js')
const typesFile = join(root, 'client/wire-types.ts')

/** The inputs of the document, and with it of the types of the wire. */
const wireFiles = [
  'src/contract/*',
  'src/**/*routes.ts',
  'src/**/*operations.ts',
  'src/app/openapi/*',
  'src/http/health-probes.ts',
]

/**
 * Builds the client unless its input files are unchanged. Run it after the page build, which empties the folder.
 * @throws when the build fails.
 */
export async function buildClient(): Promise<void> {
  // The build packages are not installed; the page build has printed that already.
  if (!existsSync(compiler)) return
  if (!existsSync(typesFile)) rmSync(stampFile, { force: true })
  await buildUnlessSame(stampFile, stampOf(), build)
  if (existsSync(dirname(pageFile))) copyFileSync(bundleFile, pageFile)
}

/** A hash of the input files, and the version. */
function stampOf(): string {
  const own = [
    'tools/{build-client,build-unless-same,client-types}.ts',
    'tsconfig.json',
    'package-lock.json',
    'LICENSE',
    'client/*',
  ]
  return `${manifest.version} ${hashFiles([...own, ...wireFiles], ['client/wire-types.ts'])}`
}

async function build(): Promise<undefined> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { writeClientTypes } = await import('./client-types.ts')
  await writeClientTypes()
  compile()
  await bundle()
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageOf(), undefined, 2)}\n`)
}

/** Compiles one JavaScript file and one declaration file per source file, readable and not minified. */
function compile(): void {
  execFileSync(process.execPath, [compiler, '-p', join(root, 'client/tsconfig.build.json')], { stdio: 'inherit' })
  importJsIn(folder)
}

/** The compiler keeps `.ts` in the imports of declarations; packages have no such files. */
export function importJsIn(declarations: string): void {
  for (const file of globSync('**/*.d.ts', { cwd: declarations })) {
    const path = join(declarations, file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(?<= from '\.[\w./-]+)\.ts(?=')/g, '.js'))
  }
}

/** Bundles the client into one small file for `<script type="module">`. */
async function bundle(): Promise<void> {
  const { build: bundled } = await import('vite')
  await bundled({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir: dirname(bundleFile),
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'client/client.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'client.js' },
      },
    },
  })
}

function packageOf() {
  const { version, license } = manifest
  return {
    name: '@trawl/client',
    version,
    description:
      'A typed client of Trawl: search, streams, hot lists, checks; for browsers and Node, without dependencies',
    license,
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    exports: {
      '.': { types: './client.d.ts', default: './client.js' },
      './bundle': { types: './client.d.ts', default: './bundle/client.js' },
    },
    types: './client.d.ts',
    files: ['*.js', '*.d.ts', 'bundle'],
  }
}

if (import.meta.main) await buildClient()
