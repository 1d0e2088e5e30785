// Verification of keys by the server's responses.
import { describe, expect, it } from 'vitest'
import { createApiClient } from '../api-client.ts'
import { logOut, verifyKey } from './credentials.ts'

interface AnsweringParts {
  /** Accepted keys; undefined if none is required. */
  readonly keys?: readonly string[]
  readonly adminToken?: string
  /** Whether the browser runs on the server's machine. */
  readonly isHere?: boolean
  /** Whether the client is not on the allow list. */
  readonly isShut?: boolean
}

/** A client of a server with these access rules; `sent` are the requests. */
function askingOf({ keys, adminToken, isHere = false, isShut = false }: AnsweringParts) {
  const sent: string[] = []
  const statusOf = (path: string, proof: string): number => {
    if (isShut) return 403
    const isToken = adminToken !== undefined && proof === adminToken
    if (keys && !keys.includes(proof) && !isToken) return 401
    if (!path.includes('/metrics') || isToken) return 200
    if (isHere && (proof === '' || adminToken === undefined)) return 200
    return adminToken === undefined ? 403 : 401
  }
  const asking = createApiClient({
    fetch: async (path, init = {}) => {
      const proof = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? ''
      sent.push(`${init.method ?? 'GET'} ${String(path)} ${proof}`)
      return Response.json({ message: 'said so' }, { status: statusOf(String(path), proof) })
    },
    credential: () => 'kept before',
    isOnline: () => true,
    onUnauthorized: () => {
      throw new Error('who tries a key is not asked who he is')
    },
  })
  return { asking, sent }
}

const adminToken = 'the-token-of-the-administrator'

describe('a key', () => {
  it.each([
    ['that was given', { keys: ['mine'] }, 'mine', 'valid'],
    ['that nobody was given', { keys: ['mine'] }, 'bogus', 'invalid'],
    ['that is the token, where one needs a key', { keys: ['mine'], adminToken }, adminToken, 'valid'],
    ['that is the token, where all may ask', { adminToken }, adminToken, 'valid'],
    ['that is not the token, where all may ask', { adminToken }, 'bogus', 'invalid'],
    ['where nobody needs one', {}, 'bogus', 'notRequired'],
    ['where nobody needs one, on the same machine', { isHere: true }, 'bogus', 'notRequired'],
    ['that is the token, on the same machine', { isHere: true, adminToken }, adminToken, 'valid'],
    ['that is not the token, on the same machine', { isHere: true, adminToken }, 'bogus', 'invalid'],
  ] as const)('%s', async (_what, service, key, outcome) => {
    expect(await verifyKey(askingOf(service).asking, key)).toBe(outcome)
  })

  it('is neither right nor wrong where the address may not ask', async () => {
    await expect(verifyKey(askingOf({ isShut: true }).asking, 'mine')).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

describe('leaving', () => {
  it('tells the service whose login ends', async () => {
    const { asking, sent } = askingOf({ keys: ['mine'] })
    await logOut(asking, 'mine')
    expect(sent).toEqual(['POST /api/auth/logout mine'])
  })

  it('does not fail because the service does', async () => {
    await expect(logOut(askingOf({ isShut: true }).asking, 'mine')).resolves.toBeUndefined()
  })
})
