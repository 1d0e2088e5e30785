// Mock of the tianyi share API (link-check.md): share look-up and access code check.
import { escapeHtml, notFoundPage } from '../error-pages.ts'
import type { MockResponse, Sent, UpstreamHandler } from '../mock-response.ts'
import { createShareStates, garbagePage, jsonReply, type State, shareName } from './share-states.ts'

const path = '/api/open/share/'

interface Answer {
  readonly root: 'shareVO' | 'error'
  readonly fields: Readonly<Record<string, string | number>>
}

function refusal(code: string, message: string): Answer {
  return { root: 'error', fields: { code, message } }
}

const refusals: Readonly<Record<Exclude<State, 'ok' | 'wants code' | 'garbage'>, Answer>> = {
  'wrong code': refusal('ErrorAccessCode', 'access code is wrong'),
  gone: refusal('ShareInfoNotFound', 'share info not found'),
  banned: refusal('ShareAuditNotPass', 'share audit not pass'),
  throttled: refusal('TooManyRequests', 'too many requests'),
}

/** A share that requires an access code hides its id until the request has the code. */
function infoOf(code: string, needAccessCode: 0 | 1): Answer {
  const named = { fileId: '925880000000000001', fileName: shareName(code), needAccessCode }
  return { root: 'shareVO', fields: needAccessCode === 1 ? named : { ...named, shareId: 12_340_000_000_001 } }
}

/** Writes XML, or JSON when the request asks for it. */
function written({ root, fields }: Answer, { headers }: Sent): MockResponse {
  const status = root === 'shareVO' ? 200 : 400
  if (headers.accept?.includes('application/json') === true) {
    const { code, message, ...rest } = fields
    return jsonReply({ res_code: code ?? 0, res_message: message ?? '成功', ...rest }, status)
  }
  const tags = Object.entries(fields).map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`)
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${tags.join('')}</${root}>\n`
  return { status, headers: { 'content-type': 'text/xml;charset=UTF-8' }, body }
}

/** Mock of cloud.189.cn. */
export function createTianyi(seed: number): UpstreamHandler {
  const stateOf = createShareStates('tianyi', seed)
  const look = (code: string, sent: Sent): MockResponse => {
    const state = stateOf(code, '')
    if (state === 'garbage') return garbagePage()
    if (state === 'throttled') return { ...written(refusals.throttled, sent), status: 429 }
    if (state === 'ok' || state === 'wants code') return written(infoOf(code, state === 'ok' ? 0 : 1), sent)
    return written(refusals[state], sent)
  }
  const tryCode = (code: string, password: string, sent: Sent): MockResponse => {
    const state = stateOf(code, password)
    if (state === 'ok') return written({ root: 'shareVO', fields: { shareId: 12_340_000_000_001 } }, sent)
    return state === 'wrong code' || state === 'wants code' ? written(refusals['wrong code'], sent) : look(code, sent)
  }
  return {
    answer({ pathname, searchParams }, sent) {
      const code = searchParams.get('shareCode') ?? ''
      if (pathname === `${path}getShareInfoByCodeV2.action`) return look(code, sent)
      if (pathname !== `${path}checkAccessCode.action`) return notFoundPage()
      return tryCode(code, searchParams.get('accessCode') ?? '', sent)
    },
    nothingFound: () => written(refusals.gone, { method: 'GET', headers: { accept: 'application/json' }, body: '' }),
    variesBy: ({ headers }) => headers.accept ?? '',
  }
}
