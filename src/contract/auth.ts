// The wire of login: requests, answers and errors, compatible with clients of PanSou.
import { z } from 'zod'
import { fields, named, record, text } from './schemas.ts'

/** Well-known clients send an empty object. */
export const nothing = fields('Nothing', 'An object whose contents are ignored.', {})

/** A text that is not trimmed: spaces at the ends of a password are significant. */
export function exactText(maxLength: number, minLength = 1) {
  const allowed = `a string of ${minLength} to ${maxLength} characters`
  return z
    .string({ error: ({ input }) => (input === undefined ? `is missing: must be ${allowed}` : `must be ${allowed}`) })
    .min(minLength, `is ${minLength === 1 ? 'empty' : 'too short'}: must be ${allowed}`)
    .max(maxLength, `is too long: must be ${allowed}`)
    .refine((text) => text.isWellFormed(), 'holds half of a surrogate pair; only well-formed Unicode is allowed')
}

/** A password that is set, and the error of one that is too short, for the description. */
export const newPassword = exactText(1_024, 8)
export const tooShortPassword = {
  message: 'password: is too short: must be a string of 8 to 1024 characters',
  details: { parameter: 'password' },
}

export const loginRequest = fields('LoginRequest', 'User name and password.', {
  username: exactText(100).describe('A user name from `AUTH_USERS`.'),
  password: exactText(1_024).describe('The password; it is not trimmed.'),
})
export type LoginRequest = z.infer<typeof loginRequest>

export const loginResponse = record('LoginResponse', 'The token of the session.', {
  token: text.describe('Send it as `Authorization: Bearer`.'),
  expires_at: z.int().positive().describe('Until when it counts, in seconds since 1970.'),
  username: z.string().min(1),
})
export type LoginResponse = z.infer<typeof loginResponse>

export const verifyResponse = named(
  'VerifyResponse',
  'The token is valid, or `message` says that none is needed.',
  z.union([
    z.strictObject({ username: z.string().min(1), valid: z.literal(true) }),
    z.strictObject({ message: z.string().min(1), valid: z.literal(true) }),
  ]),
)
export type VerifyResponse = z.infer<typeof verifyResponse>

export const logoutResponse = record('LogoutResponse', 'The token is revoked.', { message: text })
export type LogoutResponse = z.infer<typeof logoutResponse>

/** The body of an error on these paths. The text is repeated: some clients read `error`, others `message`. */
export const authErrorResponse = record('LoginError', 'An error on a login path.', {
  code: z.int().min(400).max(599).describe('The status.'),
  message: text.describe('The error, and what is allowed.'),
  error: text.describe('The same as `message`.'),
})
export type AuthErrorResponse = z.infer<typeof authErrorResponse>
