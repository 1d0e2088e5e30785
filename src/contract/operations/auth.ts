// Logging in, as operations.
import { z } from 'zod'
import { authPaths, loginRequest, loginResponse, logoutResponse, verifyResponse } from '../auth.ts'
import { fields, named, namedWhole, type Operation } from '../operation.ts'

const loginFields = fields('LoginRequest', loginRequest, 'Who wants in.', {
  username: 'As `AUTH_USERS` has it.',
  password: 'As it is, blanks at its ends included.',
})
// Nothing of it is read; well-known clients send an empty object.
const nothing = fields('Nothing', z.object({}), 'An object of which nothing is read.', {})

/** What the description knows by name of logging in. */
export const authNames = [
  loginFields,
  nothing,
  named('LoginResponse', loginResponse, 'Whoever sends the token is who logged in.', {
    token: 'To be sent as `Authorization: Bearer`.',
    expires_at: 'Until when it counts, in seconds since 1970.',
  }),
  namedWhole('VerifyResponse', verifyResponse, 'The token counts; or nobody needs one, which `message` says.'),
  named('LogoutResponse', logoutResponse, 'The token has ended.'),
]

const noToken = { message: `authorization: is missing; send Bearer and a token from ${authPaths.login}` }

/** Logging in and out. */
export const authOperations: readonly Operation[] = [
  {
    method: 'post',
    path: authPaths.login,
    id: 'login',
    tag: 'access',
    summary: 'Log in',
    description: 'Who fails several times has to wait before another attempt.',
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
    summary: 'Does a token count?',
    access: 'token',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'It counts.', schema: verifyResponse }],
    errors: { 401: [noToken] },
    examples: [
      { name: 'verify', summary: 'A token that counts', body: {}, answer: { username: 'reader', valid: true } },
    ],
  },
  {
    method: 'post',
    path: authPaths.logout,
    id: 'logout',
    tag: 'access',
    summary: 'Log out',
    description: 'Ends the token that the request carries. Who carries none is logged out already.',
    access: 'token',
    body: nothing,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The token has ended.', schema: logoutResponse }],
    examples: [{ name: 'logout', summary: 'A token ends', body: {}, answer: { message: '退出成功' } }],
  },
]
