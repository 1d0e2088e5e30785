// The client as a package: built, installed offline into an empty project, used by plain Node and a strict compiler.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { buildClient } from '../tools/build-client.ts'
import { newFolder } from './kit/disk.ts'
import { runCommand } from './kit/process.ts'
import { answers, scriptedServer } from './kit/scripted-server.ts'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/client')

beforeAll(buildClient)

/** An empty project with the client installed from a file, and these files. */
function projectWith(files: Readonly<Record<string, string>>): string {
  const folder = newFolder()
  const all = { 'package.json': '{ "name": "empty", "private": true, "type": "module" }', ...files }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const words = ['install', built, '--offline', '--install-links', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', words, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } })
  return folder
}

describe('dist/client', () => {
  it('installs without a network, brings nobody along, and works under plain Node', async () => {
    const health = { status: 'ok', channels: ['a'] }
    const server = await scriptedServer([answers(JSON.stringify(health), { 'content-type': 'application/json' })])
    const script = `
      import { createClient, TrawlError } from '@trawl/client'
      const client = createClient({ url: '${server.url('/')}' })
      console.info(JSON.stringify(await client.health()), TrawlError.name)`
    const folder = projectWith({ 'ask.mjs': script })
    expect(globSync(['node_modules/*', 'node_modules/@trawl/*'], { cwd: folder }).sort()).toEqual([
      ...['node_modules/@trawl', 'node_modules/@trawl/client'],
    ])
    const program = runCommand([process.execPath, join(folder, 'ask.mjs')], {}, folder)
    expect([await program.ended, program.output()]).toEqual([0, `${JSON.stringify(health)} TrawlError\n`])
  })

  it('is typed for a strict compiler without Node’s types, and refuses what cannot be asked', () => {
    const uses = `
      import { type Client, createClient, type LinkItem, type SearchEvent, TrawlError } from '@trawl/client'
      const client: Client = createClient({ url: 'http://a', key: undefined })
      export async function ask(): Promise<LinkItem[]> {
        const { data } = await client.search({ kw: 'a', cloud_types: ['quark'], ext: { details: true, health: 'hide' } })
        for await (const event of client.searchEvents({ kw: 'a' })) seen(event)
        const { results } = await client.check([{ url: 'a' }])
        if (results[0]?.state === 'bad') throw new TrawlError(0, results[0].summary)
        return 'merged_by_type' in data ? Object.values(data.merged_by_type).flat() : []
      }
      function seen(event: SearchEvent): number {
        return event.event === 'end' ? event.data.took_ms : 0
      }
    `
    const wrong = `
      import { createClient } from '@trawl/client'
      const client = createClient({ url: 'http://a' })
      void client.search({ keyword: 'a' })
      void client.search({ kw: 'a', res: 'everything' })
      void client.check([{ link: 'a' }])
      void client.list('weibo', { limit: 'ten' })
      createClient('http://a')
    `
    const folder = projectWith({ 'uses.ts': uses, 'wrong.ts': wrong })
    const options = [
      '--strict',
      '--noEmit',
      '--exactOptionalPropertyTypes',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom',
    ]
    expect(compile(folder, [...options, 'uses.ts', 'wrong.ts'])).toEqual(
      [4, 5, 6, 7, 8].map((line) => `wrong.ts:${line}`),
    )
  })

  it('says of itself what package.json of Trawl says, names its files, and has no dependency', () => {
    const own = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
    expect(own).toMatchObject({
      name: '@trawl/client',
      version: manifest.version,
      license: manifest.license,
      type: 'module',
    })
    expect(Object.keys(own).filter((key) => /dependencies/i.test(key))).toEqual([])
    const { types, default: code } = manifest.exports['./client']
    expect(
      globSync([types, code, './dist/client/bundle/client.js', './dist/client/LICENSE'], { cwd: root }),
    ).toHaveLength(4)
    const imports = globSync('*.js', { cwd: built }).flatMap((file) =>
      [...readFileSync(join(built, file), 'utf8').matchAll(/ from ['"]([^'"]*)['"]/g)].map((match) => match[1] ?? ''),
    )
    expect(imports.length).toBeGreaterThan(5)
    expect(imports.filter((path) => !/^\.\/[a-z-]+\.js$/.test(path))).toEqual([])
  })

  it('is at most 4 KB as one file, compressed', () => {
    const bytes = gzipSync(readFileSync(join(built, 'bundle/client.js')), { level: 9 }).length
    console.info(`client: ${bytes} bytes as one file, gzipped`)
    expect(bytes).toBeLessThanOrEqual(4_000)
  })
})

/** The positions of the compiler's errors. */
function compile(cwd: string, words: readonly string[]): string[] {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [compiler, '--pretty', 'false', ...words], { cwd, encoding: 'utf8' })
    return []
  } catch (error) {
    const messages = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    return [...messages.matchAll(/^(\S+)\((\d+),\d+\): error/gm)].map((match) => `${match[1]}:${match[2]}`)
  }
}
