// Administration over the API: API keys, and sources switched on or off until the next start.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ApiKeysResponse, apiKeyRequest, apiKeyToRevoke } from '../contract/api-keys.ts'
import { type SourceSwitchesResponse, sourceSwitchChange } from '../contract/source-switches.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import type { ApiKeys } from '../http/auth/open-api-keys.ts'
import { badRequest } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { readBody, readQuery, validate } from '../http/params.ts'
import type { SourceSwitches } from '../upstream/source-switches.ts'
import { envelope } from './to-contract.ts'

export interface AdministrationOptions {
  readonly apiKeys: ApiKeys
  readonly switches: SourceSwitches
  readonly epochMs: () => number
}

const keysPath = '/api/v1/security/keys'
const switchesPath = '/api/v1/security/sources'

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
