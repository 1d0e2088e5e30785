// The routes of `/api/v1/settings`: a user's settings of the page, stored for a login or an API key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiVersion } from '../contract/monitoring.ts'
import { type UserSettings, type UserSettingsAnswer, userSettings } from '../contract/user-settings.ts'
import type { RequestGuard } from './access/request-guard.ts'
import type { UserSettingsStore } from './auth/user-settings.ts'
import { RequestError } from './errors.ts'
import { sendJson } from './json.ts'
import { readBody, validate } from './params.ts'

interface UserSettingsRouteOptions {
  readonly userSettings: UserSettingsStore
  readonly guard: Pick<RequestGuard, 'principal'>
  readonly epochMs: () => number
}

const path = '/api/v1/settings'

export function userSettingsRoutes(app: FastifyInstance, options: UserSettingsRouteOptions): void {
  const { userSettings: store, guard, epochMs } = options
  const ownerOf = (request: FastifyRequest) => guard.principal(request)?.name
  const requireOwner = (request: FastifyRequest): string => {
    const owner = ownerOf(request)
    if (owner !== undefined) return owner
    throw new RequestError(403, 'settings: are stored for a login or an API key; AUTH_ENABLED enables logins')
  }
  const send = (reply: FastifyReply, owner: string | undefined, stored: UserSettings | undefined) => {
    const answer: UserSettingsAnswer = {
      apiVersion,
      timestamp: epochMs(),
      owner: owner ?? null,
      stored: stored ?? null,
    }
    return sendJson(reply.header('cache-control', 'no-store'), answer)
  }
  app.get(path, (request, reply) => {
    const owner = ownerOf(request)
    return send(reply, owner, owner === undefined ? undefined : store.of(owner))
  })
  app.put(path, async (request, reply) => {
    const owner = requireOwner(request)
    return send(reply, owner, await store.merge(owner, validate(userSettings, readBody(request.body))))
  })
  app.delete(path, async (request, reply) => {
    await store.remove(requireOwner(request))
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
