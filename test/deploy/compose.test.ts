// Lints compose.yaml and compose.full.yaml, and checks their security options.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { documentedSettings, readConfig } from '../../src/config/schema.ts'
import { findTypos } from '../../src/config/typos.ts'
import { composed } from './front.ts'
import { root } from './image-files.ts'

const file = join(root, 'compose.yaml')
const full = join(root, 'compose.full.yaml')
const part = z.looseObject({
  image: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  ports: z.array(z.looseObject({ host_ip: z.string() })).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  networks: z.array(z.string()),
  command: z.array(z.string()).optional(),
  tmpfs: z.array(z.string()).optional(),
  user: z.string().optional(),
  volumes: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
})
const shape = z.object({ services: z.record(z.string(), part), networks: z.record(z.string(), z.unknown()) })
const findings = z.array(z.object({ filePath: z.string(), messages: z.array(z.unknown()) }))
const { services, networks } = shape.parse(parse(readFileSync(file, 'utf8')))

it.each([file, full])('has nothing in %s that the linter finds', (path) => {
  // The main service comes first, not in alphabetical order.
  const rules = { 'services-alphabetical-order': 0 as const }
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
  const found = findings.parse(linter.lintFiles([path], false))
  expect(found).toEqual([{ filePath: path, messages: [] }])
})

it('starts one container unless more is asked for', () => {
  const byDefault = Object.entries(services).filter(([, { profiles }]) => profiles === undefined)
  expect(byDefault.map(([name]) => name)).toEqual(['trawl'])
  expect(Object.keys(services)).toEqual(['trawl', 'valkey', 'postgres'])
})

const pinned = /:\d+\.\d+(?:\.\d+)?-alpine\d+\.\d+$/

const restricted = {
  read_only: true,
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  mem_limit: expect.stringMatching(/\d+m\}?$/),
  pids_limit: expect.any(Number),
  restart: 'unless-stopped',
  logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
}

it.each(Object.entries(services))('gives %s no right, no disk and no memory beyond what it needs', (_name, service) => {
  expect(service).toMatchObject(restricted)
  expect(service).not.toHaveProperty('cap_add')
  expect(service).not.toHaveProperty('privileged')
})

it('publishes Trawl on this machine only by default, and gives it time to finish', () => {
  const { trawl } = services
  expect(trawl).toMatchObject({
    env_file: [{ path: '.env', required: false }],
    environment: { DATA_DIR: '/data', HOST: '0.0.0.0', PORT: '8888' },
    volumes: ['data:/data'],
  })
  expect(trawl?.ports?.map((port) => port.host_ip)).toEqual([`\${PUBLISH:-127.0.0.1}`])
  expect(Number.parseInt(trawl?.stop_grace_period ?? '', 10)).toBeGreaterThan(64)
})

it.each(['valkey', 'postgres'])(
  'publishes nothing of %s, runs it as its own user in a pinned version, without a known password',
  (name) => {
    const { image, ports, networks: joined, user, environment = {} } = services[name] ?? expect.fail(name)
    expect([ports, joined, user]).toEqual([undefined, ['stores'], name])
    expect(networks.stores).toEqual({ internal: true })
    expect(image).toMatch(pinned)
    const passwords = Object.entries(environment).filter(([setting]) => setting.includes('PASSWORD'))
    expect(passwords.every(([setting, value]) => value === `\${${setting}:-}`)).toBe(true)
    expect(passwords.length).toBe(name === 'postgres' ? 1 : 0)
  },
)

it('has Valkey let go of answers when it is full, and write nothing to a disk', () => {
  const { command = [], tmpfs } = services.valkey ?? expect.fail('no valkey')
  const settings = Object.fromEntries(
    command.flatMap((word, at) => (word.startsWith('--') ? [[word, command[at + 1]]] : [])),
  )
  expect(settings).toMatchObject({ '--maxmemory-policy': 'volatile-lru', '--save': '', '--appendonly': 'no' })
  expect(Number.parseInt(settings['--maxmemory'] ?? '', 10)).toBeGreaterThan(100)
  expect(tmpfs).toContain('/data')
})

const replacedPart = part.extend({
  networks: z.object({ replicas: z.object({ ipv4_address: z.string() }) }),
  ports: z.array(z.looseObject({ target: z.number().optional() })),
})

/** compose.full.yaml; `ports: !reset []` is read as an empty list. */
function readFull() {
  const text = readFileSync(full, 'utf8').replaceAll('!reset []', '[]')
  return z.object({ services: z.record(z.string(), replacedPart) }).parse(parse(text)).services
}

it('gives each replica the addresses of both stores in compose.full.yaml, and starts nothing without a password', () => {
  const { nginx: _nginx, ...replicas } = readFull()
  for (const { environment = {} } of Object.values(replicas)) {
    const asked = /\$\{POSTGRES_PASSWORD:\?[^}]+\}/
    expect(environment.DATABASE_URL).toMatch(asked)
    const given = { ...environment, DATABASE_URL: environment.DATABASE_URL?.replace(asked, 'c0ffee') }
    const mistakes: string[] = []
    const { DATABASE_URL, REDIS_URL } = readConfig(given, mistakes)
    expect(mistakes).toEqual([])
    for (const [url, name] of [
      [DATABASE_URL, 'postgres'],
      [REDIS_URL, 'valkey'],
    ] as const) {
      expect(url?.hostname).toBe(name)
      expect(services[name]?.profiles).toEqual(['full'])
    }
    const { POSTGRES_DB, POSTGRES_USER } = services.postgres?.environment ?? {}
    expect([DATABASE_URL?.pathname, DATABASE_URL?.username]).toEqual([`/${POSTGRES_DB}`, POSTGRES_USER])
  }
})

it('puts three replicas with a data folder each behind one nginx, which alone publishes a port and whose word they take', () => {
  const { nginx = expect.fail('no nginx'), ...replicas } = readFull()
  expect(Object.keys(replicas)).toEqual(['trawl', 'trawl-2', 'trawl-3'])
  const all = Object.values(replicas)
  const volumesOf = ({ volumes }: (typeof all)[number]) => volumes ?? services.trawl?.volumes
  expect(all.map(volumesOf)).toEqual([['data:/data'], ['data-2:/data'], ['data-3:/data']])
  expect(all.map(({ ports }) => ports)).toEqual([[], [], []])
  expect(all.map(({ networks: { replicas: own } }) => `${own.ipv4_address}:8888`)).toEqual(composed)
  expect(all.map(({ environment }) => environment?.TRUST_PROXY)).toEqual(
    all.map(() => nginx.networks.replicas.ipv4_address),
  )
  expect(nginx.ports).toEqual([{ ...services.trawl?.ports?.[0], target: 80 }])
  expect(nginx.volumes).toEqual(['./docs/deploy/nginx-replicas.conf:/etc/nginx/conf.d/default.conf:ro'])
  expect(nginx).toMatchObject({ ...restricted, user: 'nginx', image: expect.stringMatching(pinned) })
})

it('says in the first lines of compose.full.yaml what belongs into .env, in names that Compose reads', () => {
  const lines = readFileSync(full, 'utf8').split('\n')
  const env = Object.fromEntries(
    lines.flatMap((line) => (/^# {3}([A-Z_]+)=(.*)$/.exec(line) ? [line.slice(4).split('=')] : [])),
  )
  expect(env).toMatchObject({ COMPOSE_FILE: 'compose.yaml:compose.full.yaml', COMPOSE_PROFILES: 'full' })
  // Trawl receives all of .env and must not report any of these as unknown.
  const known = documentedSettings().map(({ name }) => name)
  expect(findTypos(Object.keys(env), known)).toEqual([])
})
