// Tests the ready files for a NAS in docs/deploy against the image, compose.yaml and the settings of Trawl.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { DCLinter } from 'dclint'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { documentedSettings, readConfig } from '../../src/config/schema.ts'
import { root } from './image-files.ts'

const folder = join(root, 'docs/deploy')

function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

const names = new Set(documentedSettings().map(({ name }) => name))

function findUnknown(settings: readonly string[]): string[] {
  return settings.filter((name) => !names.has(name))
}

const composed = z.object({
  services: z.object({ trawl: z.looseObject({ environment: z.record(z.string(), z.string()) }) }),
})

function containerOf(text: string) {
  return composed.parse(parse(text)).services.trawl
}

/** What compose.yaml takes away from the container, and gives it: the same everywhere. */
const { cap_drop, extra_hosts, init, logging, pids_limit, read_only, restart, security_opt, stop_grace_period, tmpfs } =
  containerOf(readFileSync(join(root, 'compose.yaml'), 'utf8'))
const restricted = {
  ...{ cap_drop, extra_hosts, init, logging, pids_limit, read_only, restart, security_opt, stop_grace_period, tmpfs },
  mem_limit: '768m',
}

const composeFiles = ['nas/docker-compose.yml', '1panel/trawl/latest/docker-compose.yml']

it.each(composeFiles)('restricts the container of %s as compose.yaml does', (path) => {
  expect(containerOf(read(path))).toMatchObject(restricted)
})

it.each(composeFiles)('has nothing in %s that the linter finds', (path) => {
  // 1Panel names the project and the container, and binds the port as its form says.
  const rules = path.startsWith('1panel')
    ? {
        ...{ 'require-project-name-field': 0 as const, 'service-container-name-regex': 0 as const },
        'no-unbound-port-interfaces': 0 as const,
      }
    : {}
  const found = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([join(folder, path)], false)
  expect(found).toMatchObject([{ messages: [] }])
})

it.each(composeFiles)('names only settings of Trawl in %s, which starts before any is filled in', (path) => {
  const { environment } = containerOf(read(path))
  expect(findUnknown(Object.keys(environment))).toEqual([])
  const mistakes: string[] = []
  // Compose makes an empty text of a field of a form that is left empty.
  readConfig(Object.fromEntries(Object.keys(environment).map((name) => [name, ''])), mistakes)
  expect(mistakes).toEqual([])
})

it('keeps the data of a project of fnOS and Synology, and publishes the port of the image', () => {
  const container = containerOf(read('nas/docker-compose.yml'))
  expect(container).toMatchObject({
    volumes: ['data:/data'],
    ports: ['0.0.0.0:8888:8888'],
    build: { context: './source' },
  })
})

it('asks in the form of 1Panel for everything that its compose file uses', () => {
  const form = z.object({
    additionalProperties: z.object({ formFields: z.array(z.looseObject({ envKey: z.string() })) }),
  })
  const { formFields } = form.parse(parse(read('1panel/trawl/latest/data.yml'))).additionalProperties
  const used = [...read('1panel/trawl/latest/docker-compose.yml').matchAll(/\$\{([A-Z_]+)\}/g)].map((match) => match[1])
  expect(new Set(used)).toEqual(new Set(['CONTAINER_NAME', ...formFields.map(({ envKey }) => envKey)]))
})

it('describes the app of 1Panel under the name of its folder, with a logo of at most 10 KB', () => {
  expect(parse(read('1panel/trawl/data.yml'))).toMatchObject({ additionalProperties: { key: 'trawl', type: 'tool' } })
  expect(statSync(join(folder, '1panel/trawl/logo.png')).size).toBeLessThanOrEqual(10_000)
})

const template = parseXml(read('unraid/my-trawl.xml')).root ?? expect.fail('no element')
const elements = template.children.filter((child) => child instanceof XmlElement)
const configs = elements
  .filter(({ name }) => name === 'Config')
  .map(({ attributes, text }) => ({ ...attributes, text }))

it('gives the template of Unraid the port and the folder of the image, and settings of Trawl', () => {
  const [ports, paths, variables] = ['Port', 'Path', 'Variable'].map((type) =>
    configs.filter((config) => z.object({ Type: z.string() }).parse(config).Type === type),
  )
  expect(ports).toMatchObject([{ Target: '8888', text: '8888' }])
  expect(paths).toMatchObject([{ Target: '/data', Mode: 'rw', text: '/mnt/user/appdata/trawl' }])
  const targets = z.array(z.object({ Target: z.string() })).parse(variables)
  // The last one is Node's: the cache in the image belongs to another user than the container has here.
  expect(findUnknown(targets.map(({ Target }) => Target))).toEqual(['NODE_COMPILE_CACHE'])
})

it('restricts the container of Unraid as compose.yaml does', () => {
  const extra = elements.find(({ name }) => name === 'ExtraParams')?.text
  const { mem_limit: memory } = restricted
  for (const option of [
    ...['--init', '--read-only', `--tmpfs ${tmpfs}`, `--cap-drop ${cap_drop}`, `--security-opt ${security_opt}`],
    ...[`--memory ${memory}`, `--pids-limit ${pids_limit}`, `--restart ${restart}`, `--add-host ${extra_hosts}`],
    `--stop-timeout ${Number.parseInt(String(stop_grace_period), 10)}`,
  ])
    expect(`${extra} `).toContain(`${option} `)
})
