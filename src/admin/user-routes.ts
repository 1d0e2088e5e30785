// Routes of the users that administrators add and remove; they are stored as the setting AUTH_USERS.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { tooShortPassword } from '../contract/auth.ts'
import { type Operations, operation } from '../contract/operation.ts'
import { type UsersResponse, userRequest, usersResponse, userToRemove } from '../contract/users.ts'
import type { AdminGate } from '../http/auth/admin-gate.ts'
import type { StoredUsers } from '../http/auth/stored-users.ts'
import { createOperationRoutes } from '../http/mount-operation.ts'
import type { Author, StoredSettings } from './stored-settings.ts'

const usersPath = '/api/v1/security/users'

const overruled =
  'name: AUTH_USERS is set by AUTH_ENABLED in the environment, which overrules what is stored; change it there'

export const userOperations = {
  users: operation('administration', usersPath, 'All users that may log in', {
    access: 'reader',
    answers: [{ status: 200, meaning: 'The users, without the owner.', schema: usersResponse }],
  }),
  putUser: operation('administration', usersPath, 'Add a user, or change a password', {
    method: 'post',
    access: 'administrator',
    description:
      'Users log in as those of `AUTH_USERS`; they are no administrators. A new password ends all logins of its user.',
    body: userRequest,
    answers: [{ status: 200, meaning: 'All users.', schema: usersResponse }],
    errors: {
      400: [tooShortPassword],
      409: [{ message: 'username: the owner has this name; choose another' }, { message: overruled }],
    },
  }),
  removeUser: operation('administration', usersPath, 'Remove a user', {
    method: 'delete',
    access: 'administrator',
    description: 'Ends all logins of the user.',
    query: userToRemove,
    answers: [{ status: 200, meaning: 'The remaining users.', schema: usersResponse }],
    errors: {
      400: [{ message: 'username: is missing', details: { parameter: 'username' } }],
      404: [{ message: 'username: there is no user named eve' }],
      409: [{ message: overruled }],
    },
  }),
} satisfies Operations

interface UserRouteOptions {
  readonly users: StoredUsers
  readonly settings: Pick<StoredSettings, 'edit'>
  readonly authorOf: (request: FastifyRequest) => Author
  readonly epochMs: () => number
}

export function userRoutes(app: FastifyInstance, options: UserRouteOptions, gate: AdminGate): void {
  const { users, settings, authorOf, epochMs } = options
  const route = createOperationRoutes(app, { gate, epochMs })
  const state = (): Omit<UsersResponse, 'apiVersion' | 'timestamp'> => {
    const all = [...users.all().keys()].map((name) => ({ name, from: users.from }))
    return { users: all, total: all.length }
  }
  route(userOperations.users, state)
  route(userOperations.putUser, async ({ body: { username, password }, request }) => {
    await settings.edit('AUTH_USERS', authorOf(request), await users.adding(username, password))
    return state()
  })
  route(userOperations.removeUser, async ({ query: { username }, request }) => {
    await settings.edit('AUTH_USERS', authorOf(request), (before) => users.without(before, username))
    return state()
  })
}
