// Builds the npm package `trawl` in dist: the server, the client, the page, and what they need, without dependencies.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { importJsIn } from './build-client.ts'
import { buildServer } from './build-server.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist')

/** Declarations of `trawl/plugin`, for editors and compilers of those who write plugins. */
function declarePluginApi(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tools/plugin-types.json')], { stdio: 'inherit' })
  importJsIn(join(folder, 'types'))
}

/** Packages copied into the page or compiled into its service worker and styles, which the bundler's own list does not have. */
const copiedPackages = [
  '@scalar/fastify-api-reference',
  'tailwindcss',
  ...['core', 'precaching', 'routing', 'strategies'].map((part) => `workbox-${part}`),
]

function licenseOf(name: string): string {
  const place = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  return `## ${name} - ${version} (${license})\n\n${readFileSync(join(place, 'LICENSE'), 'utf8')}`
}

/** One file for all packages in the bundles of the server and of the page. */
function writeLicenses(): void {
  const parts = ['server/licenses.md', 'web/dist/licenses.md'].map((file) => readFileSync(join(folder, file), 'utf8'))
  writeFileSync(join(folder, 'licenses.md'), [...parts, ...copiedPackages.map(licenseOf)].join('\n'))
  for (const file of ['server/licenses.md', 'web/dist/licenses.md']) rmSync(join(folder, file))
}

function packageFile() {
  const { name, version, description, license, type, bin, engines } = manifest
  return {
    ...{ name, version, description, license, type, bin, engines },
    exports: {
      './client': { types: './client/client.d.ts', default: './client/client.js' },
      './plugin': { types: './types/search/plugin-api.d.ts', default: './server/plugin.js' },
    },
    // Further imports of files of SOURCES_DIR; src/upstream/discover.ts asks for it by these names.
    imports: { '#zod': './server/zod.js', '#plugin-modules': './server/plugin-modules.js' },
    // Without the stamp of the client, and without what Node keeps compiled.
    files: ['bin', 'client/*.{js,d.ts}', 'licenses.md', 'server/*.{js,map,wasm}', 'types', 'web/dist'],
  }
}

await buildServer()
for (const path of ['types', 'bin', 'web', 'fixtures']) rmSync(join(folder, path), { recursive: true, force: true })
declarePluginApi()
// Without the stamps of builds.
const filter = (file: string) => !basename(file).startsWith('.')
for (const path of ['bin', 'web/dist']) cpSync(join(root, path), join(folder, path), { recursive: true, filter })
for (const file of ['LICENSE', 'README.md']) copyFileSync(join(root, file), join(folder, file))
writeLicenses()
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), undefined, 2)}\n`)
