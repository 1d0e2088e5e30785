// Administration over the API: API keys, and sources switched on or off until the next start.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ApiKeysResponse, apiKeyRequest, apiKeysResponse, apiKeyToRevoke } from '../contract/api-keys.ts'
import { type Operations, routePath } from '../contract/operation.ts'
import { type SourceSwitchesResponse, sourceSwitchChange, sourceSwitchesResponse } from '../contract/source-switches.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import type { ApiKeys } from '../http/auth/open-api-keys.ts'
import { badRequest } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { readBody, readQuery, validate } from '../http/params.ts'
import type { SourceSwitches } from '../upstream/source-switches.ts'
import { envelope } from './to-contract.ts'

export const administrationOperations = {
  apiKeys: {
    method: 'get',
    path: '/api/v1/security/keys',
    tag: 'administration',
    summary: 'All API keys without their secrets',
    access: 'reader',
    answers: [{ status: 200, meaning: 'All keys.', schema: apiKeysResponse }],
  },
  makeApiKey: {
    method: 'post',
    path: '/api/v1/security/keys',
    tag: 'administration',
    summary: 'Make an API key',
    description:
      'The secret is answered once and not stored. Keys survive restarts. Requests need a key only if `API_KEYS` has one or `REQUIRE_KEY` is on.',
    access: 'administrator',
    body: apiKeyRequest,
    answers: [{ status: 200, meaning: 'All keys, and the new one with its secret.', schema: apiKeysResponse }],
    errors: {
      400: [{ message: 'name: must be 1 to 32 letters, digits, ., _ or -', details: { parameter: 'name' } }],
      409: [{ message: 'name: there is a key named phone; names must be unique' }],
    },
  },
  revokeApiKey: {
    method: 'delete',
    path: '/api/v1/security/keys',
    tag: 'administration',
    summary: 'Revoke an API key',
    access: 'administrator',
    query: apiKeyToRevoke,
    answers: [{ status: 200, meaning: 'The remaining keys.', schema: apiKeysResponse }],
    errors: {
      400: [{ message: 'name: is missing', details: { parameter: 'name' } }],
      404: [{ message: 'name: there is no key named phone' }],
      409: [{ message: 'name: bot is a key of API_KEYS; remove it there' }],
    },
  },
  sourceSwitches: {
    method: 'get',
    path: '/api/v1/security/sources',
    tag: 'administration',
    summary: 'Sources that are switched on or off',
    access: 'reader',
    answers: [{ status: 200, meaning: 'The sources that differ from the settings.', schema: sourceSwitchesResponse }],
  },
  switchSources: {
    method: 'post',
    path: '/api/v1/security/sources',
    tag: 'administration',
    summary: 'Switch sources on or off until the next start',
    description:
      'Ids are those of `GET /api/v1/health`: `weibo`, `tg:somechannel`, `plugin:labi`. Applies to this process; other replicas are not changed. To make it last, set `CHANNELS`, `DISABLED_PLUGINS` or `DISABLED_SOURCES`.',
    access: 'administrator',
    body: sourceSwitchChange,
    answers: [
      { status: 200, meaning: 'The sources that differ from the settings now.', schema: sourceSwitchesResponse },
    ],
    errors: {
      400: [
        {
          message: 'off.0: must be the id of a source of this service; GET /api/v1/health lists them',
          details: { parameter: 'off.0' },
        },
      ],
    },
  },
} satisfies Operations

export interface AdministrationOptions {
  readonly apiKeys: ApiKeys
  readonly switches: SourceSwitches
  readonly epochMs: () => number
}

const keysPath = routePath(administrationOperations.apiKeys)
const switchesPath = routePath(administrationOperations.sourceSwitches)

/** All paths of these routes; each route has its own access check. */
export const administrationPaths = [keysPath, switchesPath] as const

export function administrationRoutes(app: FastifyInstance, options: AdministrationOptions, gate: AdminGate): void {
  keyRoutes(app, options, gate)
  switchRoutes(app, options, gate)
}

function keyRoutes(app: FastifyInstance, { apiKeys, epochMs }: AdministrationOptions, gate: AdminGate): void {
  const send = (reply: FastifyReply, made?: ApiKeysResponse['made']) => {
    const keys = apiKeys.all()
    const answer = {
      ...envelope(epochMs()),
      required: apiKeys.isRequired,
      keys,
      total: keys.length,
      ...(made && { made }),
    }
    return sendJson(reply.header('cache-control', 'no-store'), answer satisfies ApiKeysResponse)
  }
  app.get(keysPath, (request, reply) => {
    gate.requireReader(request)
    return send(reply)
  })
  app.post(keysPath, async (request, reply) => {
    gate.requireAdministrator(request)
    const { name, rate } = validate(apiKeyRequest, readBody(request.body))
    return send(reply, { name, key: await apiKeys.make(name, rate) })
  })
  app.delete(keysPath, async (request, reply) => {
    gate.requireAdministrator(request)
    await apiKeys.revoke(validate(apiKeyToRevoke, readQuery(request.url, ['name'])).name)
    return send(reply)
  })
}

function switchRoutes(app: FastifyInstance, { switches, epochMs }: AdministrationOptions, gate: AdminGate): void {
  const send = (reply: FastifyReply) => {
    const ids = (wanted: boolean) => switches.switched().flatMap(({ id, isOn }) => (isOn === wanted ? [id] : []))
    const answer: SourceSwitchesResponse = { ...envelope(epochMs()), switchedOn: ids(true), switchedOff: ids(false) }
    return sendJson(reply.header('cache-control', 'no-store'), answer)
  }
  app.get(switchesPath, (request, reply) => {
    gate.requireReader(request)
    return send(reply)
  })
  app.post(switchesPath, (request, reply) => {
    gate.requireAdministrator(request)
    const change = validate(sourceSwitchChange, readBody(request.body))
    for (const parameter of ['on', 'off'] as const) requireKnown(parameter, change[parameter], switches)
    switches.switchTo(true, change.on)
    switches.switchTo(false, change.off)
    return send(reply)
  })
}

/** @throws RequestError 400 naming the entry. */
function requireKnown(parameter: string, ids: readonly string[], { isKnown }: SourceSwitches): void {
  const at = ids.findIndex((id) => !isKnown(id))
  if (at >= 0)
    throw badRequest(`${parameter}.${at}`, 'must be the id of a source of this service; GET /api/v1/health lists them')
}
