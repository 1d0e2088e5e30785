// Calls the drive API of Xunlei and PikPak (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { CheckedShare, CheckVerdict } from './check.ts'
import { codeText, type Meanings, messageText, verdictByCode, verdicts } from './parse-reply.ts'

/** A setting with one of the tokens that a browser gets from the anti-robot service. */
function tokenText() {
  return z
    .string()
    .regex(/^[ -~]{1,2000}$/, 'must be at most 2000 plain ASCII characters')
    .optional()
    .meta({ allowed: 'as a browser sends it with the pages of this cloud', example: 'ck0.AbCdEf' })
}

/** The settings of a cloud behind an anti-robot service; all three tokens belong together. */
export const captchaSettings = z.object({
  captcha_token: tokenText().describe('`x-captcha-token`; without it shares of this cloud are not checked'),
  client_id: tokenText().describe('`x-client-id` that the token was given to'),
  device_id: tokenText().describe('`x-device-id` that the token was given to'),
})

export type CaptchaTokens = z.output<typeof captchaSettings>

const answer = z.object({
  share_status: messageText,
  share_status_text: messageText,
  error: messageText,
  error_code: codeText,
  error_description: messageText,
})

const meanings: Meanings = new Map([
  ['OK', verdicts.good('the share is there')],
  ['PASS_CODE_EMPTY', verdicts.codeRequired],
  ['PASS_CODE_ERROR', verdicts.codeWrong],
  ['NOT_FOUND', verdicts.gone('there is no such share')],
  ['EXPIRED', verdicts.gone('the share has expired')],
  ['DELETED', verdicts.gone('the share was deleted')],
  ['SENSITIVE_RESOURCE', verdicts.gone('the share was banned')],
  ['invalid_argument', verdicts.unclear('rejected the request')],
])

/** `invalid_argument` messages with these words are not about the share. */
const notAboutShareWords = /device|client|captcha|token|pass/i

/** The addresses and tokens of one of the two clouds. */
interface DriveApi {
  /** The API address, without its query. */
  readonly address: string
  /** The `origin` of the share page. */
  readonly origin: string
  readonly tokens: CaptchaTokens
  /** The verdict for `invalid_argument` when tokens are set. Default: none. */
  readonly whenInvalid?: CheckVerdict
}

/** The verdict for every share unless all three tokens are set; the cloud is not asked then. */
export function tokensMissing(cloud: 'xunlei' | 'pikpak', tokens: CaptchaTokens): CheckVerdict | undefined {
  if (tokenHeaders(tokens)) return undefined
  const names = ['CAPTCHA_TOKEN', 'CLIENT_ID', 'DEVICE_ID'].map((name) => `${cloud.toUpperCase()}_${name}`)
  return verdicts.unclear(`needs the settings ${names.join(', ')}`)
}

function tokenHeaders({ captcha_token: token, client_id: client, device_id: device }: CaptchaTokens) {
  if (!token || !client || !device) return undefined
  return { 'x-client-id': client, 'x-device-id': device, 'x-captcha-token': token }
}

/** Asks for the status of a share. @throws UpstreamError `blocked` if the token is rejected. */
export async function askDrive(
  { code, password }: CheckedShare,
  { address, origin, tokens, whenInvalid }: DriveApi,
  io: Io,
): Promise<CheckVerdict> {
  const query = new URLSearchParams({
    share_id: code,
    pass_code: password,
    limit: '100',
    pass_code_token: '',
    page_token: '',
    thumbnail_size: 'SIZE_SMALL',
  })
  const said = await io.json(`${address}?${query}`, answer, {
    headers: { ...dataHeaders, origin, referer: `${origin}/`, ...tokenHeaders(tokens) },
    answers: [400, 404],
  })
  if (said.error === 'captcha_invalid' || said.error_code === '9')
    throw new UpstreamError('blocked', 'rejects the configured captcha token')
  if (said.share_status !== '')
    return verdictByCode({ code: said.share_status, message: said.share_status_text }, meanings)
  const verdict = verdictByCode({ code: said.error, message: said.error_description }, meanings)
  const isOfShare = said.error === 'invalid_argument' && !notAboutShareWords.test(said.error_description)
  return isOfShare ? (whenInvalid ?? verdict) : verdict
}
