// The wire of users that administrators add and remove.
import { z } from 'zod'
import { newPassword } from './auth.ts'
import { line } from './fields.ts'
import { envelope } from './monitoring.ts'
import { count } from './schemas.ts'

export const userRequest = z
  .object({
    username: line(1, 64).describe('The name to log in with: letters, digits, `.`, `_`, `@` or `-`.'),
    password: newPassword.describe('The password: 8 characters or more; it is not trimmed.'),
  })
  .register(z.globalRegistry, { id: 'UserRequest', description: 'A user to add, or a new password of one.' })
export const userToRemove = z.object({ username: line(1, 64).describe('The name of the user.') })

export const usersResponse = z
  .strictObject({
    ...envelope,
    users: z.array(
      z.strictObject({
        name: z.string(),
        from: z.enum(['settings', 'api']).describe('Whether it is from `AUTH_USERS` or was added over the API.'),
      }),
    ),
    total: count,
  })
  .register(z.globalRegistry, { id: 'UsersAnswer', description: 'All users that may log in, without the owner.' })
export type UsersResponse = z.infer<typeof usersResponse>
