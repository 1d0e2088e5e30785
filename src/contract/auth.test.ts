// The login request: accepted and rejected values.
import { expect, test } from 'vitest'
import { loginRequest } from './auth.ts'

const right = { username: 'ada', password: 'planted-secret' }

test('a name and a password are taken as they are, blanks and all; other fields are ignored', () => {
  const asked = { username: ' ada ', password: '  \t密码 🎬 ' }
  expect(loginRequest.parse({ ...asked, remember: true })).toEqual(asked)
  const longest = { username: 'a'.repeat(100), password: 'p'.repeat(1_024) }
  expect(loginRequest.parse(longest)).toEqual(longest)
})

test.each([
  [{ username: undefined }, 'username is missing: must be a string of 1 to 100 characters'],
  [{ username: '' }, 'username is empty: must be a string of 1 to 100 characters'],
  [{ username: 'a'.repeat(101) }, 'username is too long: must be a string of 1 to 100 characters'],
  [{ username: 7 }, 'username must be a string of 1 to 100 characters'],
  [{ username: ['ada'] }, 'username must be a string of 1 to 100 characters'],
  [{ password: undefined }, 'password is missing: must be a string of 1 to 1024 characters'],
  [{ password: '' }, 'password is empty: must be a string of 1 to 1024 characters'],
  [{ password: null }, 'password must be a string of 1 to 1024 characters'],
  [{ password: { $ne: '' } }, 'password must be a string of 1 to 1024 characters'],
  [{ password: 'planted-secret'.repeat(100) }, 'password is too long: must be a string of 1 to 1024 characters'],
  [
    { password: 'planted-secret\uD83D' },
    'password holds half of a surrogate pair; only well-formed Unicode is allowed',
  ],
])('%j is refused, and no value is repeated', (changed, sentence) => {
  const { issues } = loginRequest.safeParse({ ...right, ...changed }).error ?? { issues: [] }
  expect(issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([sentence])
})
