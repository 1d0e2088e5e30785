// Routes of administrators: API keys, sources switched on or off, the IP allow list, and bans.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BanChange, BanList, ChangeResult } from '../bans/ban-list.ts'
import { type ApiKeysResponse, apiKeyRequest, apiKeysResponse, apiKeyToRevoke } from '../contract/api-keys.ts'
import { type BanKind, type BansResponse, bansChange, bansResponse } from '../contract/bans.ts'
import {
  type AllowListResponse,
  allowListChange,
  allowListParameters,
  allowListQuestion,
  allowListResponse,
} from '../contract/monitoring.ts'
import { type ErrorExample, type Operations, operation } from '../contract/operation.ts'
import { type SourceSwitchesResponse, sourceSwitchChange, sourceSwitchesResponse } from '../contract/source-switches.ts'
import { type AllowList, readBlocks } from '../http/access/ip-allow-list.ts'
import { normalizeIp } from '../http/access/ip-ranges.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import type { ApiKeys } from '../http/auth/api-keys.ts'
import { badRequest, RequestError } from '../http/errors.ts'
import { createOperationRoutes } from '../http/operation-routes.ts'
import { readDeclaredBody, readQuery, validate } from '../http/params.ts'
import { messageOf } from '../observability/error-message.ts'
import type { SourceSwitches } from './source-switches.ts'
import type { Author, StoredSettings } from './stored-settings.ts'

const keysPath = '/api/v1/security/keys'
const switchesPath = '/api/v1/security/sources'
const bansPath = '/api/v1/security/bans'
/** Path of the allow list. Administrators reach it even when the list excludes their address, so that they can correct it. */
export const allowListPath = '/api/v1/security/ip-whitelist'

const listed = { status: 200, meaning: 'The updated list.', schema: allowListResponse }

function wrong(parameter: string, problem: string): ErrorExample {
  return { message: `${parameter}: ${problem}`, details: { parameter } }
}

const wrongAddresses = [
  wrong('ip', 'is missing: must be an IPv4 or IPv6 address or a block like 10.0.0.0/8; several in ips'),
  wrong('ip', '"10.0.0.0/40" must be an IPv4 or IPv6 address or a block like 10.0.0.0/8'),
]

const unknownSource = 'must be the id of a source of this service; GET /api/v1/health lists them'

/** `action` in a GET: a client of a service where GET changes the list. */
const actionNotSupported =
  'is not supported: GET only reads the list; POST adds the addresses in ip or ips, DELETE removes them'

export const securityOperations = {
  allowList: operation('administration', allowListPath, 'The IP allow list', {
    access: 'reports',
    query: allowListQuestion,
    answers: [{ status: 200, meaning: 'The list.', schema: allowListResponse }],
    errors: {
      400: [wrong('ip', 'must be an IPv4 or IPv6 address'), wrong('action', actionNotSupported)],
    },
  }),
  allow: operation('administration', allowListPath, 'Add addresses to the allow list', {
    method: 'post',
    access: 'administrator',
    description:
      'While the list is not empty, only its addresses have access, except to `/livez`. Add your own address first; administrators always have access to this path.',
    query: allowListChange,
    body: allowListChange,
    isBodyOptional: true,
    answers: [listed],
    errors: { 400: wrongAddresses },
  }),
  disallow: operation('administration', allowListPath, 'Remove addresses from the allow list', {
    method: 'delete',
    access: 'administrator',
    description: 'An empty list allows every address.',
    query: allowListChange,
    body: allowListChange,
    isBodyOptional: true,
    answers: [listed],
    errors: { 400: wrongAddresses, 404: [{ message: 'allow list: 10.0.0.0/8 is not on it' }] },
  }),
  bans: operation('administration', bansPath, 'All bans', {
    access: 'reader',
    answers: [{ status: 200, meaning: 'All bans.', schema: bansResponse }],
  }),
  changeBans: operation('administration', bansPath, 'Add and lift bans', {
    method: 'post',
    access: 'administrator',
    body: bansChange,
    answers: [{ status: 200, meaning: 'The updated bans.', schema: bansResponse }],
    errors: {
      400: [wrong('add.0.kind', 'must be one of share, word, channel, host')],
      404: [{ message: 'bans: there is no ban of the word 预告' }],
      409: [{ message: 'bans: the ban of the word 预告 stands in the file of bans, and has to be lifted there' }],
    },
  }),
  apiKeys: operation('administration', keysPath, 'All API keys without their secrets', {
    access: 'reader',
    answers: [{ status: 200, meaning: 'All keys.', schema: apiKeysResponse }],
  }),
  makeApiKey: operation('administration', keysPath, 'Make an API key', {
    method: 'post',
    access: 'administrator',
    description:
      'The secret is answered once and not stored. Keys survive restarts. Requests need a key only if `API_KEYS` has one or `REQUIRE_KEY` is on.',
    body: apiKeyRequest,
    answers: [{ status: 200, meaning: 'All keys, and the new one with its secret.', schema: apiKeysResponse }],
    errors: {
      400: [wrong('name', 'must be 1 to 32 letters, digits, ., _ or -')],
      409: [{ message: 'name: there is a key named phone; names must be unique' }],
    },
  }),
  revokeApiKey: operation('administration', keysPath, 'Revoke an API key', {
    method: 'delete',
    access: 'administrator',
    query: apiKeyToRevoke,
    answers: [{ status: 200, meaning: 'The remaining keys.', schema: apiKeysResponse }],
    errors: {
      400: [wrong('name', 'is missing')],
      404: [{ message: 'name: there is no key named phone' }],
      409: [{ message: 'name: bot is a key of API_KEYS; remove it there' }],
    },
  }),
  sourceSwitches: operation('administration', switchesPath, 'Sources that are switched on or off', {
    access: 'reader',
    answers: [{ status: 200, meaning: 'The sources that differ from the settings.', schema: sourceSwitchesResponse }],
  }),
  switchSources: operation('administration', switchesPath, 'Switch sources on or off', {
    method: 'post',
    access: 'administrator',
    description:
      'Ids are those of `GET /api/v1/health`: `weibo`, `tg:somechannel`, `plugin:labi`. The switches are stored as the setting `SWITCHES`, and hold for all replicas.',
    body: sourceSwitchChange,
    answers: [
      { status: 200, meaning: 'The sources that differ from the settings now.', schema: sourceSwitchesResponse },
    ],
    errors: {
      400: [wrong('off.0', unknownSource)],
    },
  }),
} satisfies Operations

export interface SecurityRouteOptions {
  readonly allowList: AllowList
  readonly bans: BanList
  readonly apiKeys: ApiKeys
  readonly switches: SourceSwitches
  readonly settings: Pick<StoredSettings, 'edit'>
  readonly authorOf: (request: FastifyRequest) => Author
  readonly epochMs: () => number
}

export function securityRoutes(app: FastifyInstance, options: SecurityRouteOptions, gate: AdminGate): void {
  const route = createOperationRoutes(app, { gate, epochMs: options.epochMs })
  allowListRoutes(route, options)
  banRoutes(route, options)
  keyRoutes(route, options)
  switchRoutes(route, options)
}

type Route = ReturnType<typeof createOperationRoutes>

type Enveloped<Answer> = Omit<Answer, 'apiVersion' | 'timestamp'>

function allowListRoutes(route: Route, { allowList }: SecurityRouteOptions): void {
  const state = (): Enveloped<AllowListResponse> => {
    const whitelist = [...allowList.blocks()]
    return { enabled: whitelist.length > 0, whitelist, count: whitelist.length }
  }
  route(securityOperations.allowList, ({ query: { ip }, request }): Enveloped<AllowListResponse> => {
    if ('action' in readQuery(request.url, ['action'])) throw badRequest('action', actionNotSupported)
    if (ip === undefined) return state()
    const address = normalizeIp(ip)
    if (address === undefined) throw badRequest('ip', 'must be an IPv4 or IPv6 address')
    return { ...state(), ip: address, allowed: allowList.allows(address) }
  })
  route(securityOperations.allow, ({ request }) => allowList.add(blocksOf(request)).then(state))
  route(securityOperations.disallow, ({ request }) => allowList.remove(blocksOf(request)).then(state))
}

function blocksOf(request: FastifyRequest): string[] {
  const { url, body } = request
  const hasBody = body instanceof Uint8Array && body.length > 0
  const { ip, ips } = validate(allowListChange, {
    ...readQuery(url, allowListParameters),
    ...(hasBody ? readDeclaredBody(request) : {}),
  })
  return [...readBlocks('ip', ip), ...readBlocks('ips', ips)]
}

function banRoutes(route: Route, { bans }: SecurityRouteOptions): void {
  const state = (result: Pick<BansResponse, 'added' | 'removed'> = {}): Enveloped<BansResponse> => {
    const all = [...bans.all()]
    return { bans: all, total: all.length, ...result }
  }
  route(securityOperations.bans, () => state())
  route(securityOperations.changeBans, async ({ body }) => {
    const result = await bans.change(changeOf(body, bans))
    if (result.state !== 'done') throw new RequestError(statuses[result.state], `bans: ${result.problem}`)
    return state({ added: [...result.added], removed: [...result.removed] })
  })
}

const statuses: Readonly<Record<Exclude<ChangeResult['state'], 'done'>, number>> = {
  missing: 404,
  'of the file': 409,
  'too many': 400,
  unwritten: 500,
}

/** Parses the bans of a change. @throws RequestError 400 naming the invalid entry. */
function changeOf({ add, remove }: z.output<typeof bansChange>, { read }: Pick<BanList, 'read'>): BanChange {
  const parseBan = (parameter: string, kind: BanKind, value: string) => {
    try {
      return read(kind, value)
    } catch (error) {
      throw badRequest(parameter, messageOf(error))
    }
  }
  return {
    add: add.map(({ kind, value, note }, at) => ({ ...parseBan(`add.${at}.value`, kind, value), note })),
    remove: remove.map(({ kind, value }, at) => parseBan(`remove.${at}.value`, kind, value)),
  }
}

function keyRoutes(route: Route, { apiKeys }: SecurityRouteOptions): void {
  const state = (made?: ApiKeysResponse['made']): Enveloped<ApiKeysResponse> => {
    const keys = apiKeys.all()
    return { required: apiKeys.isRequired(), keys, total: keys.length, ...(made && { made }) }
  }
  route(securityOperations.apiKeys, () => state())
  route(securityOperations.makeApiKey, async ({ body: { name, rate } }) =>
    state({ name, key: await apiKeys.make(name, rate) }),
  )
  route(securityOperations.revokeApiKey, ({ query: { name } }) => apiKeys.revoke(name).then(() => state()))
}

function switchRoutes(route: Route, { switches, settings, authorOf }: SecurityRouteOptions): void {
  const state = (): Enveloped<SourceSwitchesResponse> => {
    const ids = (wanted: boolean) => switches.switched().flatMap(({ id, isOn }) => (isOn === wanted ? [id] : []))
    return { switchedOn: ids(true), switchedOff: ids(false) }
  }
  route(securityOperations.sourceSwitches, state)
  route(securityOperations.switchSources, async ({ body, request }) => {
    for (const parameter of ['on', 'off'] as const) {
      const at = body[parameter].findIndex((id) => !switches.isKnown(id))
      if (at >= 0) throw badRequest(`${parameter}.${at}`, unknownSource)
    }
    await settings.edit('SWITCHES', authorOf(request), (before) => switches.textAfter(before, body))
    return state()
  })
}
