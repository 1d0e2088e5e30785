// The parser process as the service starts it: a catalogue of megabytes is read there, and searched.
import type { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { answers, scriptedServer } from '../../test/kit/scripted-server.ts'
import { createMemoryFiles, makeAnswers, makeTransport } from '../../test/kit/wire.ts'
import { createMetrics } from '../observability/metrics.ts'
import { loadPlugin } from '../search/load-plugins.ts'
import { type ParsedPost, withParsedPosts } from '../search/posts/parse-post.ts'
import { createUpstream } from '../upstream/upstream.ts'
import { createParserStarter } from './start-parser.ts'

function row(index: number, title: string): string {
  const hash = index.toString(16).padStart(40, '0')
  return `<item><title>${title}</title><category>Dataset</category><infohash>${hash}</infohash><description>${'x'.repeat(1_000)}</description><size>1</size></item>`
}

it('the catalogue of a plugin is read and searched in it, by the settings of the service', async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => row(index, `Paper ${index}`))
  const server = await scriptedServer([answers(`<rss><channel>${rows.join('')}</channel></rss>`)])
  const env = { ACADEMICTORRENTS_BASE_URL: server.url('') }
  const start = createParserStarter({ SOURCES_DIR: undefined, SOURCES_FILE: undefined }, env)
  const children: ChildProcess[] = []
  const upstream = createUpstream({
    transport: makeTransport(),
    answers: makeAnswers(),
    fileStorage: createMemoryFiles(),
    metrics: createMetrics(),
    log: pino({ level: 'silent' }),
    epochMs: Date.now,
    random: () => 0,
    startParser() {
      const child = start()
      children.push(child)
      return child
    },
  })
  onTestFinished(() => upstream.close())
  const found: ParsedPost[] = []
  const plugin = withParsedPosts(await loadPlugin('academictorrents', {}, env), (results) => found.push(...results))
  const search = (kw: string) => upstream.ask(plugin, { kw, ext: {} }, {})
  expect(await search('paper 2999')).toMatchObject({
    state: 'fresh',
    items: [{ source: plugin.id, title: { text: 'Paper 2999' } }],
  })
  expect(found).toMatchObject([{ title: { text: 'Paper 2999' } }])
  expect(await search('paper')).toMatchObject({ items: { length: 50 } })
  expect(server.heard.map(({ path }) => path)).toEqual(['/database.xml'])
  expect(children).toHaveLength(1)
})
