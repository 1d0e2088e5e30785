// The wire of login: requests, answers and errors, compatible with clients of PanSou.
import { z } from 'zod'

export const authPaths = {
  login: '/api/auth/login',
  verify: '/api/auth/verify',
  logout: '/api/auth/logout',
} as const

/** A text that is not trimmed: spaces at the ends of a password are significant. */
function exactText(maxLength: number) {
  const allowed = `a string of 1 to ${maxLength} characters`
  return z
    .string({ error: ({ input }) => (input === undefined ? `is missing: must be ${allowed}` : `must be ${allowed}`) })
    .min(1, `is empty: must be ${allowed}`)
    .max(maxLength, `is too long: must be ${allowed}`)
    .refine((text) => text.isWellFormed(), 'holds half of a surrogate pair; only well-formed Unicode is allowed')
}

export const loginRequest = z.object({ username: exactText(100), password: exactText(1_024) })
export type LoginRequest = z.infer<typeof loginRequest>

/** The token to send as `Authorization: Bearer`; `expires_at` in seconds since 1970. */
export const loginResponse = z.strictObject({
  token: z.string().min(1),
  expires_at: z.int().positive(),
  username: z.string().min(1),
})
export type LoginResponse = z.infer<typeof loginResponse>

/** The token is valid, or `message` says that none is needed. */
export const verifyResponse = z.union([
  z.strictObject({ username: z.string().min(1), valid: z.literal(true) }),
  z.strictObject({ message: z.string().min(1), valid: z.literal(true) }),
])
export type VerifyResponse = z.infer<typeof verifyResponse>

export const logoutResponse = z.strictObject({ message: z.string().min(1) })
export type LogoutResponse = z.infer<typeof logoutResponse>

/** The body of an error on these paths. The text is repeated: some clients read `error`, others `message`. */
export const authErrorResponse = z.strictObject({
  code: z.int().min(400).max(599),
  message: z.string().min(1),
  error: z.string().min(1),
})
export type AuthErrorResponse = z.infer<typeof authErrorResponse>
