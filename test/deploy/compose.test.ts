// compose.yaml: linted, and what protects whoever runs it is still there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { root } from './image-files.ts'

const file = join(root, 'compose.yaml')
const part = z.looseObject({
  image: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  ports: z.array(z.looseObject({ host_ip: z.string() })).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  networks: z.array(z.string()),
  user: z.string().optional(),
  stop_grace_period: z.string().optional(),
})
const shape = z.object({ services: z.record(z.string(), part), networks: z.record(z.string(), z.unknown()) })
const findings = z.array(z.object({ filePath: z.string(), messages: z.array(z.unknown()) }))
const { services, networks } = shape.parse(parse(readFileSync(file, 'utf8')))

it('has a compose file in which the linter finds nothing', () => {
  // What people come for stands first, though its name is not the first.
  const rules = { 'services-alphabetical-order': 0 as const }
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
  const found = findings.parse(linter.lintFiles([file], false))
  expect(found).toEqual([{ filePath: file, messages: [] }])
})

it('starts one container unless more is asked for', () => {
  const byDefault = Object.entries(services).filter(([, { profiles }]) => profiles === undefined)
  expect(byDefault.map(([name]) => name)).toEqual(['trawl'])
  expect(Object.keys(services)).toEqual(['trawl', 'valkey', 'postgres'])
})

it.each(Object.entries(services))('gives %s no right, no disk and no memory beyond what it needs', (_name, service) => {
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/\d+m\}?$/),
    pids_limit: expect.any(Number),
    restart: 'unless-stopped',
    logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '3' } },
  })
  expect(service).not.toHaveProperty('cap_add')
  expect(service).not.toHaveProperty('privileged')
})

it('reaches Trawl from this machine only unless told otherwise, and has time to finish', () => {
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
    expect(image).toMatch(/:\d+\.\d+(?:\.\d+)?-alpine\d+\.\d+$/)
    const passwords = Object.entries(environment).filter(([setting]) => setting.includes('PASSWORD'))
    expect(passwords.every(([setting, value]) => value === `\${${setting}:-}`)).toBe(true)
    expect(passwords.length).toBe(name === 'postgres' ? 1 : 0)
  },
)
