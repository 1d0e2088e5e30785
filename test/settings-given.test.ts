// Tests an operator's settings: `.env`, secret files, the command line; the service as a process.
import { describe, expect, it } from 'vitest'
import { folderOf, run } from './kit/process.ts'

describe('npm start', () => {
  it('reads .env of the folder it is started in, and secrets from files; the environment goes first', async () => {
    const token = 'correct-horse-battery'
    const folder = folderOf({
      '.env': 'HOST=127.0.0.1\r\nPORT=1\r\nADMIN_TOKEN_FILE=token\r\nTRUSTED_PROXY=127.0.0.1\r\nHTTP_PROXY=s3cret\r\n',
      token: `${token}\n`,
    })
    const env = { PORT: '0', UPSTREAM_GATEWAY: 'http://127.0.0.1:1', HTTP_PROXY: '' }
    const service = run('src/main.ts', [], env, folder)
    await service.says(/TRUSTED_PROXY: unknown setting; did you mean TRUST_PROXY\?/)
    const [, url = ''] = await service.says(/listens on (http:\/\/127\.0\.0\.1:\d+)/)
    expect(url).not.toMatch(/:1$/)
    const allow = async (headers: Readonly<Record<string, string>>) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ip: '127.0.0.1' }),
      }
      return (await fetch(`${url}/api/v1/security/ip-whitelist`, init)).status
    }
    expect(await allow({})).toBe(401)
    expect(await allow({ authorization: `Bearer ${token}` })).toBe(200)
    service.signal('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(service.output()).not.toMatch(new RegExp(`${token}|s3cret`))
  })
})
