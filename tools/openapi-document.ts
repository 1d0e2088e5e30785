// Builds the OpenAPI 3.1 description of the service, and the list of operations for `/`.
import { answerSchemas, requestSchemas } from '../src/contract/named-schemas.ts'
import { tags } from '../src/contract/operation.ts'
import { operations } from '../src/contract/operations.ts'
import { operationOf } from './openapi-operations.ts'
import { type Json, schemasOf } from './openapi-schemas.ts'

const overview = `One self-hosted server that searches Telegram channels and plugins for links to network drives, and serves the hot lists of many platforms.

Everything is JSON in UTF-8 and may be asked from any origin. HEAD and OPTIONS work wherever GET does. A path that there is not is answered 404, a wrong method 405.
Fields that are not named here are ignored.

**Lists** are comma-separated (also fullwidth), repeated, or a JSON array. **Yes and no** are \`true\`, \`1\`, \`yes\`, \`on\` and their opposites, in any case.

**Errors** have the status of HTTP and a body with a \`message\` that names what is wrong and what is allowed. A request that cannot be read as HTTP at all is answered in the plain
form, with 400, 408 or 431.

**Rates**: \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say how often one may still ask; with 429 comes \`Retry-After\`. Programs on the machine of the service are not counted.

**Times** are in epoch milliseconds, or ISO 8601 in UTC.`

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key of `API_KEYS`, where there are any. It may be sent as `Authorization: Bearer` too.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'A key of `API_KEYS`, or a token from `POST /api/auth/login`.',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `ADMIN_TOKEN`. Where there is none, only programs on the machine of the service may ask.',
  },
}

const headers = {
  RetryAfter: { description: 'After how many seconds to come again.', schema: { type: 'integer', minimum: 0 } },
}

/** Builds the description. @throws when a schema has no name, or two schemas have the same name. */
export function buildOpenApi(version: string): Json {
  const schemas = new Map([...schemasOf(requestSchemas, 'input'), ...schemasOf(answerSchemas, 'output')])
  const responses = new Map<string, Json>()
  const book = {
    schemas,
    responses,
    nameOf: new Map<unknown, string>(answerSchemas.map(({ name, schema }) => [schema, name])),
  }
  const paths = new Map<string, Json>()
  for (const operation of operations)
    paths.set(operation.path, { ...paths.get(operation.path), [operation.method]: operationOf(operation, book) })
  return {
    openapi: '3.1.1',
    info: {
      title: 'Trawl',
      summary: 'Links to network drives, and hot lists',
      description: overview,
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this description.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: { schemas: usedOf(schemas), responses: sorted(responses), headers, securitySchemes },
  }
}

/** Queries are written inline with their operations. */
function usedOf(schemas: ReadonlyMap<string, Json>): Json {
  const bodies = new Set(operations.map(({ body }) => body?.name))
  const inline = new Set(operations.map(({ query }) => query?.name))
  return sorted([...schemas].filter(([name]) => bodies.has(name) || !inline.has(name)))
}

function sorted(entries: Iterable<readonly [string, Json]>): Json {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Writes one property per line, so that diffs are readable. */
export function written(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
