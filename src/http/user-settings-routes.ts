// The routes of `/api/v1/settings`: a user's settings of the page, stored for a login or an API key.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Operations, operation } from '../contract/operation.ts'
import { type UserSettingsAnswer, userSettings, userSettingsAnswer } from '../contract/user-settings.ts'
import type { RequestGuard } from './access/request-guard.ts'
import type { UserSettingsStore } from './auth/user-settings.ts'
import { RequestError } from './errors.ts'
import { createOperationRoutes } from './mount-operation.ts'

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

export function userSettingsRoutes(app: FastifyInstance, options: UserSettingsRouteOptions): void {
  const { userSettings: store, guard, epochMs } = options
  const route = createOperationRoutes(app, { epochMs })
  const ownerOf = (request: FastifyRequest) => guard.principal(request)?.name
  const requireOwner = (request: FastifyRequest): string => {
    const owner = ownerOf(request)
    if (owner !== undefined) return owner
    throw new RequestError(403, 'settings: are stored for a login or an API key; AUTH_ENABLED enables logins')
  }
  const answerOf = (owner: string | undefined): Omit<UserSettingsAnswer, 'apiVersion' | 'timestamp'> => {
    return { owner: owner ?? null, stored: (owner !== undefined && store.of(owner)) || null }
  }
  route(userSettingsOperations.userSettings, ({ request }) => answerOf(ownerOf(request)))
  route(userSettingsOperations.putUserSettings, async (sent) => {
    const owner = requireOwner(sent.request)
    await store.put(owner, sent.body)
    return answerOf(owner)
  })
  route(userSettingsOperations.deleteUserSettings, ({ request }) => store.remove(requireOwner(request)))
}
