// The routes of `/api/v1/settings`: a user's settings of the page, stored for a login or an API key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Operations, operation, routePath } from '../contract/operation.ts'
import {
  type UserSettings,
  type UserSettingsAnswer,
  userSettings,
  userSettingsAnswer,
} from '../contract/user-settings.ts'
import type { RequestGuard } from './access/request-guard.ts'
import type { UserSettingsStore } from './auth/user-settings.ts'
import { RequestError } from './errors.ts'
import { envelope, sendJson } from './json.ts'
import { readBody, validate } from './params.ts'

export const userSettingsOperations = {
  userSettings: operation('access', '/api/v1/settings', 'Your settings of the page', {
    description: 'Those that the page or a program stored for this login or API key.',
    answers: [{ status: 200, meaning: 'The settings.', schema: userSettingsAnswer }],
  }),
  putUserSettings: operation('access', '/api/v1/settings', 'Store settings of the page', {
    method: 'put',
    description: 'Replaces the stored ones of the same names; others stay. At most 32 KiB in all.',
    body: userSettings,
    answers: [{ status: 200, meaning: 'What is stored now.', schema: userSettingsAnswer }],
    errors: {
      400: [{ message: 'trawl: must be 1, the version of the format', details: { parameter: 'trawl' } }],
      403: [{ message: 'settings: are stored for a login or an API key; AUTH_ENABLED enables logins' }],
      413: [
        { message: 'settings: must be at most 32768 bytes in all, as JSON', details: { parameter: 'settings' } },
        { message: 'settings: those of 100 users are stored, which is the limit' },
      ],
      500: [{ message: 'settings: the change could not be saved and was not applied' }],
    },
  }),
  deleteUserSettings: operation('access', '/api/v1/settings', 'Delete your settings of the page', {
    method: 'delete',
    answers: [{ status: 204, meaning: 'They are deleted.' }],
    errors: {
      403: [{ message: 'settings: are stored for a login or an API key; AUTH_ENABLED enables logins' }],
      500: [{ message: 'settings: the change could not be saved and was not applied' }],
    },
  }),
} satisfies Operations

interface UserSettingsRouteOptions {
  readonly userSettings: UserSettingsStore
  readonly guard: Pick<RequestGuard, 'principal'>
  readonly epochMs: () => number
}

const path = routePath(userSettingsOperations.userSettings)

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
      ...envelope(epochMs()),
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
    return send(reply, owner, await store.put(owner, validate(userSettings, readBody(request.body))))
  })
  app.delete(path, async (request, reply) => {
    await store.remove(requireOwner(request))
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
