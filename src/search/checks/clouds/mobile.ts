// Checks shares of China Mobile's cloud with one encrypted request (upstreams/search/link-check.md, evidence.md).
import { createCipheriv, createDecipheriv, hash } from 'node:crypto'
import { z } from 'zod'
import { dataHeaders } from '../../../parsing/browser-headers.ts'
import { checkShape } from '../../../parsing/script-values.ts'
import type { CheckedShare, CheckVerdict, LinkCheck } from '../check.ts'
import { codeText, type Meanings, messageText, parseAnswer, verdictByMessage, verdicts } from '../parse-reply.ts'

const held = z.object({ coLst: z.array(z.unknown()).nullish(), caLst: z.array(z.unknown()).nullish() })

const answer = z.object({
  code: codeText,
  resultCode: codeText,
  desc: messageText,
  message: messageText,
  // Error replies may have anything here.
  data: z.unknown().optional(),
})

const meanings: Meanings = new Map([
  ['200000727', verdicts.gone('the share was cancelled or never existed')],
  ['200000732', verdicts.gone('the share has expired')],
  ['9530', verdicts.unclear('reported a missing request header')],
])

/** Codes about the share; others are about the request or the sharer. */
const ofShares = /^200000\d{3}$/

/** Codes for a missing or wrong access code. */
const locks = new Set(['9188', '200000728'])

/** The API decrypts only requests with this flag, and answers 9530 to requests without device headers. */
const headers = {
  ...dataHeaders,
  'content-type': 'application/json;charset=UTF-8',
  origin: 'https://yun.139.com',
  referer: 'https://yun.139.com/',
  'hcy-cool-flag': '1',
  'x-deviceinfo': '||3|12.27.0|chrome|138.0.0.0|1||windows 10|1536X864|zh-CN|||',
}

export default {
  home: 'https://yun.139.com/',
  manners: { parallel: 1, spacingMs: 1_000 },
  async check(share, io) {
    const url = 'https://share-kd-njs.yun.139.com/yun-share/richlifeApp/devapp/IOutLink/getOutLinkInfoV6'
    const text = await io.text(url, { method: 'POST', headers, body: JSON.stringify(encrypted(question(share))) })
    const { data, ...said } = parseAnswer(text, answer, plainJson)
    const code = said.code === '' ? said.resultCode : said.code
    if (code === '0') return whatIsHeld(checkShape(data, held))
    if (locks.has(code)) return verdicts.locked(share.password)
    const verdict = verdictByMessage({ code, message: `${said.desc}\n${said.message}` }, meanings, ofShares)
    return verdict.state === 'locked' ? verdicts.locked(share.password) : verdict
  },
} satisfies LinkCheck

function question({ code, password }: CheckedShare): string {
  const wanted = { caSrt: 1, coSrt: 1, srtDr: 0, bNum: 1, pCaID: 'root', eNum: 200 }
  return JSON.stringify({
    getOutLinkInfoReq: { account: '', linkID: code, passwd: password, ...wanted },
    commonAccountInfo: { account: '', accountType: 1 },
  })
}

/** Gateway errors are plain JSON; API replies are encrypted, with or without JSON quotes. */
function plainJson(text: string): string {
  const body = text.trim()
  return body.startsWith('{') ? body : decrypted(body.replaceAll('"', ''))
}

function whatIsHeld({ coLst, caLst }: z.output<typeof held>): CheckVerdict {
  const count = (coLst?.length ?? 0) + (caLst?.length ?? 0)
  return count > 0 ? verdicts.good('the share is there') : verdicts.unclear('answered without a file')
}

/** The fixed key of this API, public in all its web clients; not a secret. */
const key = 'PVGDwmcvfs1uV3d1'
const algorithm = 'aes-128-cbc'
const ivBytes = 16

/** IV and ciphertext in base64. The IV is a digest of the text, so that equal requests have equal bodies. */
function encrypted(text: string): string {
  const iv = hash('md5', text, 'buffer')
  const cipher = createCipheriv(algorithm, key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** @throws Error if it cannot be decrypted. */
function decrypted(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]).toString('utf8')
}
