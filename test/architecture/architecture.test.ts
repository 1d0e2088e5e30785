// Tests that every rule in .dependency-cruiser.cjs works: each rule reports the imports of its row that break it.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import readTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../kit/disk.ts'

const ROOT = join(import.meta.dirname, '../..')

// Uses the real rules: a row is a project of its own, so its paths match those in the rules.
const options = await readOptions(join(ROOT, '.dependency-cruiser.cjs'))
const tsConfig = readTsConfig(join(ROOT, 'tsconfig.json'))
const rules = [...new Set((options.ruleSet?.forbidden ?? []).map((rule) => rule.name ?? 'unnamed'))]

/** By rule, imports that break it: `FILE → FILE`, `FILE → package`, `FILE → types of FILE`; in brackets one that only belongs to it. */
const breaking: Readonly<Record<string, readonly string[]>> = {
  'a-source-brings-no-packages': ['src/hotlist/sources/weibo.ts → node:zlib', 'src/search/plugins/labi.ts → entities'],
  'a-source-sees-its-own-room': [
    'src/hotlist/declared/page-list.ts → types of src/hotlist/lists.ts',
    'src/hotlist/sites/zhihu.ts → src/observability/log.ts',
    'src/hotlist/sources/weibo.ts → types of src/hotlist/lists.ts',
    'src/search/plugins/labi.ts → src/search/pipeline/merge.ts',
  ],
  'a-store-only-keeps': [
    'src/store/memory.ts → src/upstream/errors.ts',
    'src/store/tables.ts → types of src/config/schema.ts',
  ],
  'bans-are-below': ['src/bans/ban-list.ts → src/search/clouds/recognise.ts'],
  'client-stands-alone': [
    'client/client.ts → types of src/contract/search.ts',
    'client/reading.ts → zod',
    'src/search/search.ts → client/url.ts',
  ],
  'contract-stands-alone': [
    'src/contract/hotlist.ts → node:crypto',
    'src/contract/search.ts → src/search/clouds/recognise.ts',
  ],
  'few-speak-to-servers': ['src/hotlist/refresh/refresher.ts → ioredis', 'src/search/archive.ts → pg'],
  'few-touch-the-disk': ['src/search/channels.ts → node:fs/promises'],
  'framework-at-the-door': [
    'src/hotlist/tools.ts → types of @modelcontextprotocol/server',
    'src/mcp/routes.ts → src/mcp/server.ts',
    'src/search/search.ts → types of fastify',
  ],
  'http-serves-any-service': ['src/http/params.ts → types of src/search/search.ts'],
  'no-circular': [
    'src/search/pipeline/merge.ts → types of src/search/pipeline/rank.ts',
    '(src/search/pipeline/rank.ts → src/search/pipeline/merge.ts)',
  ],
  'no-dev-package-shipped': ['src/search/pipeline/rank.ts → fast-check'],
  'no-orphans': ['src/search/forgotten.ts → nothing'],
  'no-unresolvable': [
    'src/search/pipeline/merge.ts → fast-json-stringify',
    'src/search/pipeline/rank.ts → a-package-that-is-not-there',
    'src/search/search.ts → ./nowhere.ts',
  ],
  'nobody-imports-main': ['src/app/create-app.ts → src/main.ts', 'standin/demo.ts → standin/main.ts'],
  'one-file-starts-processes': ['src/upstream/ask/ask.ts → node:cluster'],
  'one-way-out': [
    'src/http/access.ts → node:net',
    'src/search/pipeline/source-results.ts → @opentelemetry/api',
    'src/search/telegram.ts → undici',
    'src/upstream/net/exchange.ts → node:https',
    'src/upstream/net/ssrf-guard.ts → node:dns/promises',
  ],
  'parsing-is-below': [
    'src/parsing/html.ts → src/upstream/net/exchange.ts',
    'src/parsing/text.ts → types of src/search/plugin.ts',
  ],
  'replicas-only-share': [
    'src/replicas/keywords.ts → src/search/search.ts',
    'src/search/search.ts → src/replicas/telling.ts',
  ],
  'routes-only-from-app': ['src/main.ts → src/hotlist/feed-routes.ts', 'src/search/search.ts → src/search/routes.ts'],
  'services-do-not-meet': [
    'src/admin/reports.ts → src/hotlist/lists.ts',
    'src/hotlist/items.ts → src/image-proxy/allowed-hosts.ts',
    'src/hotlist/streaming/stream.ts → types of src/search/pipeline/merge.ts',
    'src/image-proxy/image-proxy.ts → types of src/search/pipeline/merge.ts',
    'src/mcp/tools.ts → src/hotlist/lists.ts',
    'src/search/search.ts → src/hotlist/lists.ts',
  ],
  'sources-are-found-not-named': [
    'bench/parse.ts → src/search/plugins/labi.ts',
    'src/search/search.ts → src/search/plugins/labi.ts',
  ],
  'src-leans-on-no-test': [
    'src/search/pipeline/merge.ts → fixtures/search/labi/expected.json',
    'src/search/pipeline/rank.ts → test/clock.ts',
    'src/search/search.ts → standin/corpus.ts',
  ],
  'stand-ins-do-not-know-us': ['standin/corpus.ts → src/search/clouds/recognise.ts'],
  'upstream-is-below': [
    'src/upstream/ask/ask.ts → types of src/search/plugin.ts',
    'src/upstream/gather.ts → src/config/schema.ts',
  ],
  'views-do-not-meet': [
    'web/src/frame/header.ts → web/src/search/row.ts',
    'web/src/hot/board.ts → types of web/src/search/row.ts',
    'web/src/search/rows.ts → web/src/hot/board.ts',
  ],
  'web-knows-the-contract': ['web/page.ts → types of src/search/search.ts'],
  'web-takes-types-only': ['web/page.ts → src/contract/search.ts'],
}

/** Some of what is allowed. */
const clean = [
  'src/app/create-app.ts → src/search/routes.ts',
  'src/contract/search.ts → zod',
  'src/http/params.ts → types of src/contract/search.ts',
  'src/main.ts → src/app/create-app.ts',
  'src/main.ts → node:fs',
  'src/observability/log.ts → pino',
  'src/search/plugin.ts → types of src/upstream/source.ts',
  'src/search/plugins/labi.ts → node:crypto',
  'src/search/plugins/labi.ts → src/upstream/errors.ts',
  'src/search/plugins/labi.ts → types of src/search/plugin.ts',
  'src/search/plugins/labi.ts → zod',
  'src/search/routes.ts → src/http/params.ts',
  'src/search/routes.ts → src/search/search.ts',
  'src/search/routes.ts → types of fastify',
  'src/search/search.ts → entities',
  'src/search/search.ts → src/contract/search.ts',
  'src/search/search.ts → src/upstream/discover.ts',
  'src/store/memory.ts → types of src/upstream/source.ts',
  'src/upstream/discover.ts → node:fs',
  'src/upstream/discover.ts → src/upstream/net/transport.ts',
  'src/upstream/net/ssrf-guard.ts → node:net',
  'src/upstream/net/transport.ts → node:dns',
  'src/upstream/net/transport.ts → src/upstream/net/ssrf-guard.ts',
  'src/upstream/net/transport.ts → undici',
  'standin/main.ts → fixtures/search/labi/expected.json',
  'standin/main.ts → node:http',
  'web/page.ts → types of src/contract/search.ts',
]

/** The folder of a project with these imports. */
function projectOf(imports: readonly string[]): string {
  const folder = newFolder()
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(ROOT, name), join(folder, name))
  const files = new Map<string, string>()
  const add = (file: string, line = '') => files.set(file, `${files.get(file) ?? ''}${line}`)
  for (const [, from = '', what = '', to = ''] of imports.map(
    (line) => /^\(?(.+) → (types of )?([^)]+)/.exec(line) ?? [],
  )) {
    const isFile = /^[a-z]+\/.*\.\w+$/.test(to)
    const place = isFile ? relative(dirname(from), to).replace(/^(?!\.)/, './') : to
    const names = what === '' ? '* as seen' : 'type { Thing }'
    add(from, to === 'nothing' ? '' : `import ${names} from '${place}'\n`)
    if (isFile) add(to)
  }
  for (const [file, text] of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), file.endsWith('.json') ? '[]' : `${text}export type Thing = number\n`)
  }
  return folder
}

async function breaches(imports: readonly string[]): Promise<{ rules: string[]; files: string[]; seen: number }> {
  const baseDir = projectOf(imports)
  const rooms = [...new Set(imports.map((line) => /\w+/.exec(line)?.[0] ?? ''))]
  const { output } = await cruise(rooms, { ...options, baseDir }, undefined, { tsConfig })
  const { violations, totalCruised } = parsed(output).summary
  return {
    rules: [...new Set(violations.map((violation) => violation.rule.name))],
    files: [...new Set(violations.map((violation) => violation.from))].sort(),
    seen: totalCruised,
  }
}

function parsed(output: ICruiseResult | string): ICruiseResult {
  return typeof output === 'string' ? JSON.parse(output) : output
}

describe('the rules of the architecture', () => {
  it('are all there, each once with a row and with a reason', () => {
    expect(Object.keys(breaking)).toEqual(rules.toSorted())
    for (const rule of options.ruleSet?.forbidden ?? []) {
      expect(rule.comment, rule.name).toMatch(/\w{3}.*\.$/s)
      expect(rule.severity, rule.name).toBe('error')
    }
  })

  it.each(Object.entries(breaking))(
    '%s: reported in every file that breaks it, and under no other rule',
    async (rule, imports) => {
      const found = await breaches(imports)
      expect(found.files).toEqual(imports.flatMap((line) => /^[^( ]+/.exec(line) ?? []))
      expect(found.rules).toEqual([rule])
    },
  )

  it('leave a house in peace that keeps them', async () => {
    const found = await breaches(clean)
    expect(found.seen).toBeGreaterThan(15)
    expect(found.files).toEqual([])
  })
})
