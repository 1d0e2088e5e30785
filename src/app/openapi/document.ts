// Builds the OpenAPI 3.1 document of the service from its operations.
import { type Operation, tags } from '../../contract/operation.ts'
import { errorSchemas } from './errors.ts'
import { operationOf } from './operations.ts'
import { convertSchemas, type Json } from './schemas.ts'

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

/** Builds the document. @throws when two schemas have the same `id`, or an answer has a schema without one. */
export function buildOpenApi(operations: readonly Operation[], version: string): Json {
  const named = new Map<string, Json>()
  const requests = operations.flatMap(({ query, body }) => [query, body].filter((sent) => sent !== undefined))
  const answers = operations.flatMap((operation) => operation.answers.flatMap(({ schema }) => schema ?? []))
  const registry = {
    named,
    requests: convertSchemas(requests, 'input', named),
    answers: convertSchemas([...answers, ...errorSchemas], 'output', named),
    responses: new Map<string, Json>(),
  }
  const paths = new Map<string, Json>()
  for (const operation of operations)
    paths.set(operation.path, { ...paths.get(operation.path), [operation.method]: operationOf(operation, registry) })
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
    components: { schemas: sorted(named), responses: sorted(registry.responses), headers, securitySchemes },
  }
}

function sorted(entries: Iterable<readonly [string, Json]>): Json {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
