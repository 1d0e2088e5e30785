// Tests of the sources of settings: their precedence, and messages about malformed files.
import { describe, expect, it } from 'vitest'
import { readEnvFile, withSecretFiles } from './env.ts'

/** A disk with these files. */
function diskOf(files: Readonly<Record<string, string | Uint8Array>>) {
  return (path: string) => {
    const content = files[path]
    if (content === undefined)
      throw Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' })
    return Buffer.from(content)
  }
}

const known = new Set(['PORT', 'HOST', 'ADMIN_TOKEN'])

function added(text: string | Uint8Array, env: Readonly<Record<string, string>> = {}) {
  return readEnvFile(env, diskOf({ '.env': text }), known).added
}

describe('.env', () => {
  it('is read with its comments, quotes and line ends as Node reads them', () => {
    const text = '# ours\r\nPORT=80 # the usual one\r\nexport HOST=\'::\'\r\n\r\nWEIBO_COOKIE="a=1; b=#2"\r\nEMPTY=\r\n'
    expect(added(text)).toEqual({ PORT: '80', HOST: '::', WEIBO_COOKIE: 'a=1; b=#2', EMPTY: '' })
  })

  it('may begin with the mark that editors of Windows put there', () => {
    expect(added('\uFEFFPORT=80')).toEqual({ PORT: '80' })
  })

  it('need not be there', () => {
    expect(readEnvFile({}, diskOf({}), known)).toEqual({ added: {}, typos: [] })
  })

  it('gives way to the environment, also to what is empty there', () => {
    expect(added('PORT=80\nHOST=::\nDISK_MB=2', { PORT: '8080', HOST: '' })).toEqual({ DISK_MB: '2' })
  })

  it('gives way to a proxy in other letters, and to a secret that is given the other way', () => {
    const text = 'https_proxy=http://file:1\nADMIN_TOKEN_FILE=/file\nWEIBO_COOKIE=file'
    expect(added(text, { HTTPS_PROXY: '', ADMIN_TOKEN: 'x', WEIBO_COOKIE_FILE: '/x' })).toEqual({})
  })

  it('that cannot be read, or is no UTF-8, is refused with a sentence', () => {
    const folder = () => {
      throw new Error('EISDIR: illegal operation on a directory, read')
    }
    expect(() => readEnvFile({}, folder, known)).toThrow(/^\.env: cannot be read \(EISDIR/)
    expect(() => added(Buffer.from('PORT=80', 'utf16le').fill(0xff, 0, 1))).toThrow('.env: must be saved as UTF-8')
  })

  it('reports lines that name a setting and set nothing, and no others', () => {
    const text = 'PORT: 80\n  HOST ::1\nADMIN_TOKEN=x\n# PORT 80\nsome words\nexport PORT 81\nHOST=a b\nHOST\r\nPORTS\n'
    const { typos } = readEnvFile({}, diskOf({ '.env': text }), known)
    expect(typos).toEqual(
      ['PORT', 'HOST', 'PORT', 'HOST'].map((name) => `.env: the line with ${name} has no =, so it has no effect`),
    )
  })
})

describe('secrets in files', () => {
  function resolved(env: Readonly<Record<string, string>>) {
    const mistakes: string[] = []
    const disk = diskOf({
      '/run/token': ' correct-horse-battery\n',
      '/run/empty': '\n',
      '/run/odd': Buffer.from([0xff]),
    })
    const may = (name: string) => name === 'ADMIN_TOKEN' || name.startsWith('WEIBO_')
    return { env: withSecretFiles(env, may, disk, mistakes), mistakes }
  }

  it('are read for the settings that may have one, and only for these', () => {
    const env = { ADMIN_TOKEN_FILE: '/run/token', WEIBO_COOKIE_FILE: ' /run/token ', SOURCES_FILE: '/x', PG_FILE: '/x' }
    const token = 'correct-horse-battery'
    expect(resolved(env)).toEqual({
      env: { ADMIN_TOKEN: token, WEIBO_COOKIE: token, SOURCES_FILE: '/x', PG_FILE: '/x' },
      mistakes: [],
    })
  })

  it('are not asked for where no file is named', () => {
    expect(resolved({ ADMIN_TOKEN_FILE: ' ' })).toEqual({ env: {}, mistakes: [] })
  })

  it('leave no door open: a file that is not there, is empty or no text is refused', () => {
    for (const [path, sentence] of [
      ['/run/none', /^ADMIN_TOKEN_FILE: cannot be read \(ENOENT/],
      ['/run/empty', /^ADMIN_TOKEN_FILE: the file is empty$/],
      ['/run/odd', /^ADMIN_TOKEN_FILE: must be saved as UTF-8$/],
    ] as const)
      expect(resolved({ ADMIN_TOKEN_FILE: path }).mistakes).toEqual([expect.stringMatching(sentence)])
  })

  it('are refused beside the setting itself, which is not repeated', () => {
    const { mistakes } = resolved({ ADMIN_TOKEN_FILE: '/run/token', ADMIN_TOKEN: 'another-secret' })
    expect(mistakes).toEqual(['ADMIN_TOKEN: is set directly and by ADMIN_TOKEN_FILE; remove one of them'])
  })
})
