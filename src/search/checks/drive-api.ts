// Calls the drive API of Xunlei and PikPak (upstreams/search/link-check.md).
import { z } from 'zod'
import { dataHeaders } from '../../parsing/browser-headers.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { Io } from '../../upstream/source.ts'
import type { CheckedShare, CheckVerdict } from './check.ts'
import { codeText, type Meanings, messageText, verdictByCode, verdictByMessage, verdicts } from './parse-reply.ts'

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

/** The same of PikPak, which may answer without a captcha token, but not without the id of a client. */
export const pikpakSettings = z.object({
  captcha_token: tokenText().describe('`x-captcha-token`, if the cloud asks for one'),
  client_id: tokenText().describe('`x-client-id`; without it shares of this cloud are not checked'),
  device_id: tokenText().describe('`x-device-id` that the captcha token was given to'),
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
  ['BANNED', verdicts.gone('the share was banned')],
  ...['CANCEL', 'CANCELED', 'CANCELLED'].map((word): [string, CheckVerdict] => [
    word,
    verdicts.gone('the share was cancelled'),
  ]),
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

/** The verdict for every share of Xunlei unless all three tokens are set; the cloud is not asked then. */
export function tokensMissing(tokens: CaptchaTokens): CheckVerdict | undefined {
  if (Object.keys(tokenHeaders(tokens)).length === 3) return undefined
  return verdicts.unclear('needs the settings XUNLEI_CAPTCHA_TOKEN, XUNLEI_CLIENT_ID, XUNLEI_DEVICE_ID')
}

function tokenHeaders({ captcha_token: token, client_id: client, device_id: device }: CaptchaTokens) {
  return {
    ...(client && { 'x-client-id': client }),
    ...(device && { 'x-device-id': device }),
    ...(token && { 'x-captcha-token': token }),
  }
}

/** Whether a reply rejects the token; code 9 has other meanings too. */
function wantsCaptcha({ error, error_code, error_description }: z.output<typeof answer>): boolean {
  return error === 'captcha_invalid' || (error_code === '9' && (error === '' || /captcha/i.test(error_description)))
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
  if (wantsCaptcha(said)) throw new UpstreamError('blocked', 'rejects the configured captcha token')
  if (said.share_status !== '')
    return verdictByMessage({ code: said.share_status, message: said.share_status_text }, meanings, /./)
  const verdict = verdictByCode({ code: said.error, message: said.error_description }, meanings)
  const isOfShare = said.error === 'invalid_argument' && !notAboutShareWords.test(said.error_description)
  return isOfShare ? (whenInvalid ?? verdict) : verdict
}
