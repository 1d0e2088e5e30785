// Fuzzing of what clients and operators write: parameters of every operation, settings, and files of own sources and bans.

import { examplesOf } from '../../src/app/openapi/document.ts'
import { operations } from '../../src/app/routes.ts'
import { readSettings } from '../../src/app/settings.ts'
import { createBanParser, parseBansFile } from '../../src/bans/parse-ban.ts'
import { documentedSettings } from '../../src/config/schema.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { searchFields, searchRequest } from '../../src/contract/search.ts'
import { buildLists } from '../../src/hotlist/build-lists.ts'
import { parseDeclaredLists } from '../../src/hotlist/declared/load-file.ts'
import { RequestError } from '../../src/http/errors.ts'
import { readBody, readQuery, validate } from '../../src/http/params.ts'
import { shareIdentity } from '../../src/search/ban-identity.ts'
import { declaredLists } from '../../test/kit/site-io.ts'
import type { Area, Sample } from './area.ts'
import { readOrRefuse } from './area.ts'

/** An error that says which parameter is wrong. */
function namesOneOf(names: readonly string[]) {
  return (error: unknown) =>
    error instanceof RequestError &&
    [400, 414].includes(error.status) &&
    error.message.length < 500 &&
    error.message.isWellFormed() &&
    [...names, 'body', 'query string'].some(
      (name) => error.message.startsWith(`${name}:`) || error.message.startsWith(`${name}.`),
    )
}

function schemaOf(fields: NonNullable<Operation['query']>) {
  return { names: Object.keys(fields.shape), schema: fields === searchFields ? searchRequest : fields }
}

/** The examples of an operation, as a query string and as a JSON body. */
function operationSamples({ id, query, body }: Operation): Sample[] {
  const examples = examplesOf(id)
  const valid = examples.length > 0 ? examples : [{ query: {}, body: {} }]
  return valid.flatMap(({ query: fields = {}, body: json = {} }, at): Sample[] => {
    const queries = query ? [queryOf(query, `${id} ${at}`, { ...fields })] : []
    return body ? [...queries, bodyOf(body, `${id} ${at}, body`, json)] : queries
  })
}

function queryOf(
  fields: NonNullable<Operation['query']>,
  name: string,
  values: Readonly<Record<string, unknown>>,
): Sample {
  const { names, schema } = schemaOf(fields)
  // Every parameter stands in every sample.
  const all = { ...Object.fromEntries(names.map((one) => [one, ''])), ...values }
  const pairs = Object.entries(all).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const filled = pairs.filter((pair) => !pair.endsWith('='))
  const read = (text: string) => readOrRefuse(() => validate(schema, readQuery(`/?${text}`, names)), namesOneOf(names))
  return { name, text: [...filled, ...pairs.filter((pair) => pair.endsWith('='))].join('&'), read }
}

function bodyOf(fields: NonNullable<Operation['body']>, name: string, json: unknown): Sample {
  const { names, schema } = schemaOf(fields)
  const read = (text: string) => readOrRefuse(() => validate(schema, readBody(Buffer.from(text))), namesOneOf(names))
  return { name, text: JSON.stringify(json), read }
}

/** Hashing plain passwords takes long on purpose. */
const slowSettings = new Set(['AUTH_USERS'])

const settings = documentedSettings().filter(({ name }) => !slowSettings.has(name))

/** Whether every line of an error begins with the name of a setting or of a file. */
function isForOperator(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.constructor === Error &&
    error.message.split('\n').every((line) => /^[.\w-]{2,80}: \S/.test(line))
  )
}

function settingSamples(): Sample[] {
  const lines = settings.map(({ name, example }) => `${name}=${example}\n`)
  return lines.map((line, at) => ({
    name: settings[at]?.name ?? '',
    text: line,
    isBinary: true,
    read: async (text) => {
      const bytes = Buffer.from(text, 'latin1')
      const file = (path: string) => {
        if (path === '.env') return bytes
        throw Object.assign(new Error('there are no files here'), { code: 'ENOENT' })
      }
      try {
        await readSettings({}, file)
        return { isAccepted: true }
      } catch (error) {
        if (!isForOperator(error)) throw error
        return { isAccepted: false }
      }
    },
  }))
}

const bans = `# Bans
share: https://pan.quark.cn/s/0a1b2c3d4e5f
word: 纸鹤 与灯塔
channel: @demo_share
host: *.example.org
`

const listsSample: Sample = {
  name: 'lists',
  text: declaredLists,
  read: (text) =>
    readOrRefuse(
      () => [...parseDeclaredLists(text, 'mine.yaml', () => undefined)].map(([id, family]) => buildLists(id, family)),
      (error) => isAboutFile(error, /^mine\.yaml(?::\d+)?: \S/),
    ),
}

const bansSample: Sample = {
  name: 'bans',
  text: bans,
  read: (text) =>
    readOrRefuse(
      () => parseBansFile(text, createBanParser(shareIdentity.keyOf)),
      (error) => isAboutFile(error, /^BANS_FILE: (?:line \d+: |has |and )\S?/),
    ),
}

function isAboutFile(error: unknown, line: RegExp): boolean {
  return error instanceof Error && error.message.split('\n').every((one) => line.test(one))
}

const yaml = [
  ...['\n  ', ': ', ' #', '- ', '&a ', '!t ', '? ', '---\n', '<<: *blog\n', 'headers:\n    '],
  ...'| *blog $.. [? :has( ::before'.split(' '),
]

export const inputAreas: readonly Area[] = [
  {
    name: 'operations',
    percent: 12,
    pieces: '& &kw= [] []= %5B%5D {"a": ["a" ,, % true all works 2026-11-20T00:00:00Z'.split(' '),
    samples: async () => operations.flatMap(operationSamples),
  },
  {
    name: 'settings',
    percent: 4,
    pieces: ['\n', '=', '_FILE=', 'export ', '"', '127.0.0.1', '::1/129', 'redis://', '*=1/s', 'off', 'none', 'all'],
    samples: async () => settingSamples(),
  },
  { name: 'lists-file', percent: 5, maxMsPerMegabyte: 3_000, pieces: yaml, samples: async () => [listsSample] },
  { name: 'bans-file', percent: 3, pieces: yaml, samples: async () => [bansSample] },
]
