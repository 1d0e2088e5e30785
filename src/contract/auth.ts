// The wire of logging in: requests, answers and errors, as clients of the same service elsewhere know them.
import { z } from 'zod'

/** Where one logs in, asks whether a token counts, and ends it. */
export const authPaths = {
  login: '/api/auth/login',
  verify: '/api/auth/verify',
  logout: '/api/auth/logout',
} as const

/** A text that is taken as it is: a blank at an end of a password belongs to it. */
function exactText(most: number) {
  const allowed = `a string of 1 to ${most} characters`
  return z
    .string({ error: ({ input }) => (input === undefined ? `is missing: must be ${allowed}` : `must be ${allowed}`) })
    .min(1, `is empty: must be ${allowed}`)
    .max(most, `is too long: must be ${allowed}`)
    .refine((text) => text.isWellFormed(), 'holds half of a surrogate pair; only well-formed Unicode is allowed')
}

/** Who wants in. */
export const loginRequest = z.object({ username: exactText(100), password: exactText(1_024) })
export type LoginRequest = z.infer<typeof loginRequest>

/** The token to send as `Authorization: Bearer`; `expires_at` in seconds since 1970. */
export const loginResponse = z.strictObject({
  token: z.string().min(1),
  expires_at: z.int().positive(),
  username: z.string().min(1),
})
export type LoginResponse = z.infer<typeof loginResponse>

/** The token counts; or nobody needs one, which `message` says. */
export const verifyResponse = z.union([
  z.strictObject({ username: z.string().min(1), valid: z.literal(true) }),
  z.strictObject({ message: z.string().min(1), valid: z.literal(true) }),
])
export type VerifyResponse = z.infer<typeof verifyResponse>

/** The token is ended. */
export const logoutResponse = z.strictObject({ message: z.string().min(1) })
export type LogoutResponse = z.infer<typeof logoutResponse>

/** The body of an error on these paths. What went wrong stands in it twice: some clients read `error`, others `message`. */
export const authErrorResponse = z.strictObject({
  code: z.int().min(400).max(599),
  message: z.string().min(1),
  error: z.string().min(1),
})
export type AuthErrorResponse = z.infer<typeof authErrorResponse>
