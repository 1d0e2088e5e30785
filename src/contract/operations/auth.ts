// The operations of login.
import { z } from 'zod'
import { authPaths, loginRequest, loginResponse, logoutResponse, verifyResponse } from '../auth.ts'
import { fields, named, namedWhole, type Operation } from '../operation.ts'

const loginFields = fields('LoginRequest', loginRequest, 'User name and password.', {
  username: 'A user name from `AUTH_USERS`.',
  password: 'The password; it is not trimmed.',
})
// Well-known clients send an empty object; its contents are ignored.
const nothing = fields('Nothing', z.object({}), 'An object whose contents are ignored.', {})

/** The named schemas of login. */
export const authNames = [
  loginFields,
  nothing,
  named('LoginResponse', loginResponse, 'The token of the session.', {
    token: 'Send it as `Authorization: Bearer`.',
    expires_at: 'Until when it counts, in seconds since 1970.',
  }),
  namedWhole('VerifyResponse', verifyResponse, 'The token is valid, or `message` says that none is needed.'),
  named('LogoutResponse', logoutResponse, 'The token is revoked.'),
]

const noToken = { message: `authorization: is missing; send Bearer and a token from ${authPaths.login}` }

/** Login, verification and logout. */
export const authOperations: readonly Operation[] = [
  {
    method: 'post',
    path: authPaths.login,
    id: 'login',
    tag: 'access',
    summary: 'Log in',
    description: 'After several failed attempts further ones are delayed.',
    access: 'open',
    body: loginFields,
    answers: [{ status: 200, meaning: 'A token.', schema: loginResponse }],
    errors: {
      400: [{ message: 'password: is missing: must be a string of 1 to 1024 characters' }],
      401: [{ message: 'login: the username or the password is wrong' }],
      403: [{ message: 'login: is disabled, no token is needed; AUTH_ENABLED enables it' }],
      429: [{ message: 'login: too many attempts have failed; try again in 30 seconds' }],
      503: [{ message: 'login: too many log in at once; try again in 2 seconds' }],
    },
    examples: [
      {
        name: 'login',
        summary: 'A user logs in',
        body: { username: 'reader', password: 'a long sentence nobody guesses' },
        answer: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl', expires_at: 1795334400, username: 'reader' },
      },
    ],
  },
  {
    method: 'post',
    path: authPaths.verify,
    id: 'verify',
    tag: 'access',
    summary: 'Verify a token',
    access: 'token',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The token is valid.', schema: verifyResponse }],
    errors: { 401: [noToken] },
    examples: [{ name: 'verify', summary: 'A valid token', body: {}, answer: { username: 'reader', valid: true } }],
  },
  {
    method: 'post',
    path: authPaths.logout,
    id: 'logout',
    tag: 'access',
    summary: 'Log out',
    description: 'Revokes the token of the request. A request without a token succeeds too.',
    access: 'token',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The token is revoked.', schema: logoutResponse }],
    examples: [{ name: 'logout', summary: 'A token is revoked', body: {}, answer: { message: '退出成功' } }],
  },
]
