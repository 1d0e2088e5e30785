// Tests `/metrics` of the whole service, and the operators' pages that refer to it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from './kit/disk.ts'
import { startRedis } from './kit/redis.ts'
import { startWholeTrawl } from './kit/whole-trawl.ts'

const root = join(import.meta.dirname, '..')

const search = '/api/search?kw=x&channels=demo_share,demo_two&src=tg'

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Read {
  /** Metric types by name. */
  readonly kinds: ReadonlyMap<string, string>
  readonly samples: readonly Sample[]
}

const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"/g
const sample = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/

/** Parses the Prometheus text format. @throws when a line is invalid or does not fit the type of its metric. */
function readMetrics(text: string): Read {
  const kinds = new Map<string, string>()
  const helps = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, what, of = '', output = ''] = /^# (HELP|TYPE) ([a-zA-Z_]\w*) (.+)$/.exec(line) ?? []
    if (what === 'HELP') helps.add(of)
    else if (what === 'TYPE' && kinds.has(of)) throw new Error(`${of} is there twice`)
    else if (what === 'TYPE') kinds.set(of, output)
    else if (line !== '') samples.push(readSample(line))
  }
  for (const { name } of samples) if (!kinds.has(familyOf(name, kinds))) throw new Error(`${name} has no kind`)
  expect([...kinds.keys()].filter((name) => !helps.has(name))).toEqual([])
  return { kinds, samples }
}

function readSample(line: string): Sample {
  const [, name = '', labels = '', value = ''] = sample.exec(line) ?? []
  if (name === '' || !/^(?:[+-]?\d[\d.e+-]*|NaN|[+-]Inf)$/.test(value))
    throw new Error(`no line of the format: ${line}`)
  const pairs = Array.from(labels.matchAll(label), ([, key = '', text = '']) => [key, text] as const)
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) }
}

/** The metric of a sample; histogram samples have suffixes. */
function familyOf(name: string, kinds: Read['kinds']): string {
  const family = name.replace(/_(?:bucket|sum|count)$/, '')
  return kinds.get(family) === 'histogram' ? family : name
}

async function startAndRead(): Promise<Read> {
  // Some metrics exist with Redis only.
  const env = { CHANNELS: 'demo_three', REDIS_URL: (await startRedis()).url.href }
  const dataFolder = newFolder()
  const { app } = await startWholeTrawl({ env, dataFolder })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (path: string, init: RequestInit = {}) => (await fetch(url + path, init)).text()
  await ask(search)
  await ask(search)
  await ask('/api/check/links', { method: 'POST', body: '{"items":[{"url":"https://pan.quark.cn/s/0a1b2c3d4e5f"}]}' })
  await ask('/api/v1/optimized/batch?sources=weibo')
  return readMetrics(await ask('/metrics'))
}

let first: Promise<Read> | undefined

/** The metrics after requests of every kind. */
function read(): Promise<Read> {
  first ??= startAndRead()
  return first
}

/** All metric names in a page: ours, and those of prom-client. */
function namesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\b(?:trawl|nodejs|process)_[a-z\d_]+/g), ([name]) => name))
}

describe('/metrics', () => {
  it('is the Prometheus text format, and names what it has by its conventions', async () => {
    const { kinds, samples } = await read()
    const ours = [...kinds].filter(([name]) => name.startsWith('trawl_'))
    for (const [name, kind] of ours) {
      expect(name).toMatch(/^trawl_[a-z]+(?:_[a-z]+)*$/)
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter'])
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/)
    }
    expect(ours.length).toBeGreaterThan(15)
    expect(samples.filter(({ name, value }) => name.startsWith('trawl_') && !(value >= 0))).toEqual([])
  })

  it('counts the requests to each source by outcome', async () => {
    const { samples } = await read()
    const figure = (name: string, labels: Readonly<Record<string, string>> = {}) =>
      samples.find(
        (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
      )?.value
    expect(figure('trawl_request_seconds_count', { route: '/api/search', status: '200' })).toBe(2)
    expect(figure('trawl_ready_answers_total', { outcome: 'hit' })).toBe(1)
    expect(figure('trawl_source_asks_total', { source: 'weibo', outcome: 'ok' })).toBe(1)
    expect(figure('trawl_source_asks_total', { source: 'other', outcome: 'ok' })).toBe(2)
    expect(figure('trawl_source_ask_seconds_count', { kind: 'channel', outcome: 'ok' })).toBe(2)
    expect(figure('trawl_upstream_breaker_open', { host: 't.me' })).toBe(0)
    expect(figure('trawl_searches_running')).toBe(0)
    expect(figure('trawl_refused_total', { why: 'busy' })).toBe(0)
    expect(figure('trawl_build_info', { node: process.version })).toBe(1)
  })

  it('is what docs/watching.md says of it: each metric with its kind and its labels', async () => {
    const { kinds, samples } = await read()
    const page = readFileSync(join(root, 'docs/watching.md'), 'utf8')
    const rows = Array.from(
      page.matchAll(/^\| `(trawl_\w+)` \| (\w+) \| (.*?) ?\| \S.* \|$/gm),
      ([, name = '', kind = '', labels = '']) => ({
        name,
        kind,
        labels: labels.replaceAll('`', '').split(', ').sort(),
      }),
    )
    const ours = [...kinds].filter(([name]) => name.startsWith('trawl_'))
    expect(rows.map(({ name, kind }) => [name, kind]).sort()).toEqual(ours.sort())
    for (const { name, labels } of rows) {
      const seen = samples.find((one) => familyOf(one.name, kinds) === name)
      if (seen)
        expect([
          name,
          Object.keys(seen.labels)
            .filter((key) => key !== 'le')
            .sort()
            .join(),
        ]).toEqual([name, labels.join()])
    }
    // Nobody was cut off, and nothing is watched here.
    expect(
      rows.filter(({ name }) => !samples.some((one) => familyOf(one.name, kinds) === name)).map(({ name }) => name),
    ).toEqual(['trawl_clients_cut_off_total', 'trawl_watch_hits_total', 'trawl_watch_messages_total'])
  })

  it.each(['docs/watching.md', 'docs/watch/alerts.yml', 'docs/watch/grafana-dashboard.json'])(
    'has every metric that %s speaks of',
    async (path) => {
      const { kinds } = await read()
      const named = [...namesIn(readFileSync(join(root, path), 'utf8'))]
      expect(named.length).toBeGreaterThan(10)
      expect(named.filter((name) => !kinds.has(familyOf(name, kinds)))).toEqual([])
    },
  )

  it('has every alert in docs/watching.md with what to do then', () => {
    const rules = readFileSync(join(root, 'docs/watch/alerts.yml'), 'utf8')
    const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name)
    const page = readFileSync(join(root, 'docs/watching.md'), 'utf8')
    expect(Array.from(page.matchAll(/`(Trawl[A-Z]\w+)`/g), ([, name]) => name)).toEqual(alerts)
    expect(rules.match(/summary: '.{60,}'$/gm)).toHaveLength(alerts.length)
  })
})
