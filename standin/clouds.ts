// Mocks of the clouds that link checks ask, by host: the replies of their fixtures, by the call and the state of the share.
import { createDecipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createShareStates, fixedPassword, states } from './clouds/share-states.ts'
import { htmlPage, notFoundPage } from './error-pages.ts'
import type { Reply, Sent, UpstreamHandler } from './mock-response.ts'

/** Reads a value of a request; '' if it is missing. */
type Read = (url: URL, sent: Sent) => string

/** One call of an interface. */
interface Call {
  readonly path: RegExp
  readonly code?: Read
  readonly password?: Read
  /** Bodies of the fixture, JSON by default: one, or one for each state but `garbage`, in their order. */
  readonly bodies: string
}

interface Cloud {
  /** The folder of its fixture. */
  readonly name: string
  readonly hosts: readonly string[]
  /** A request without these headers, or with another `pr`, gets this body of the fixture. */
  readonly needs?: { readonly headers: readonly string[]; readonly body: string; readonly pr?: string }
  readonly calls: readonly Call[]
}

function query(...names: readonly string[]): Read {
  return ({ searchParams }) => names.map((name) => searchParams.get(name) ?? '').find((value) => value !== '') ?? ''
}

/** A field of a JSON body. */
function field(name: string): Read {
  return (_url, { body }) => String(fieldsOf(body)[name] ?? '')
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(body))
  } catch {
    return {}
  }
}

const mobileKey = Buffer.from('PVGDwmcvfs1uV3d1', 'latin1')

/** A field of a request to the China Mobile cloud: JSON that is encrypted, after its IV, with or without quotes. */
function sealedField(name: string): Read {
  return (_url, { body }) => {
    const bytes = Buffer.from(body.replaceAll('"', ''), 'base64')
    try {
      const decipher = createDecipheriv('aes-128-cbc', mobileKey, bytes.subarray(0, 16))
      const text = decipher.update(bytes.subarray(16), undefined, 'utf8') + decipher.final('utf8')
      return String(fieldsOf(JSON.stringify(fieldsOf(text).getOutLinkInfoReq))[name] ?? '')
    } catch {
      return ''
    }
  }
}

const tokens = { headers: ['x-captcha-token', 'x-client-id', 'x-device-id'], body: 'captcha.json' }
const drive: Call = {
  path: /^\/drive\/v1\/share$/,
  code: query('share_id'),
  password: query('pass_code'),
  bodies: 'there wants-code wrong-code gone banned throttled',
}
const sharePage: readonly Call[] = [
  {
    path: /^\/1\/clouddrive\/share\/sharepage\/token$/,
    code: field('pwd_id'),
    password: field('passcode'),
    bodies: 'opened wants-code wrong-code no-share banned too-often',
  },
  { path: /^\/1\/clouddrive\/share\/sharepage\/detail$/, bodies: 'contents' },
]
const shareOf123: Call = {
  path: /^\/b\/api\/share\/get$/,
  code: query('shareKey'),
  password: query('SharePwd'),
  bodies: 'there wants-code wrong-code gone banned-by-code throttled',
}
const sitesOf123 = [
  '123pan.com',
  '123pan.cn',
  ...['684', '685', '865', '912', '592', '951', '957'].map((end) => `123${end}.com`),
]
/** Codes begin with 1, which some calls leave out. */
const baiduCode: Read = (url, sent) => `1${query('surl', 'shorturl')(url, sent)}`

const clouds: readonly Cloud[] = [
  {
    name: 'aliyun',
    hosts: ['api.aliyundrive.com', 'api.alipan.com'],
    calls: [
      {
        path: /\/get_share_by_anonymous$/,
        code: field('share_id'),
        bodies: 'there locked locked cancelled forbidden throttled',
      },
      {
        path: /\/get_share_token$/,
        code: field('share_id'),
        password: field('share_pwd'),
        bodies: 'token wrong-code wrong-code cancelled forbidden exceeded',
      },
    ],
  },
  {
    name: 'baidu',
    hosts: ['pan.baidu.com'],
    needs: { headers: ['cookie'], body: 'check.html' },
    calls: [
      { path: /^\/$/, bodies: 'home.html' },
      {
        path: /^\/api\/shorturlinfo$/,
        code: query('shorturl'),
        bodies: 'found wants-code wants-code wants-code banned too-often',
      },
      {
        path: /^\/share\/verify$/,
        code: baiduCode,
        password: (_url, { body }) => new URLSearchParams(body).get('pwd') ?? '',
        bodies: 'opened verify-missing wrong-code verify-expired verify-expired verify-picture',
      },
      {
        path: /^\/share\/list$/,
        code: baiduCode,
        // The cookie that a right access code gives.
        password: (_url, { headers }) => (headers.cookie?.includes('BDCLND=') ? fixedPassword : ''),
        bodies: 'listed list-locked list-locked list-gone list-gone too-often',
      },
      {
        path: /^\/s\/1[\w-]{7,22}$/,
        code: ({ pathname }) => pathname.slice('/s/'.length),
        bodies: 'page-neither.html page-locked.html page-locked.html page-cancelled.html page-banned.html check.html',
      },
    ],
  },
  {
    name: 'quark',
    hosts: ['drive-h.quark.cn', 'drive-pc.quark.cn', 'drive.quark.cn'],
    needs: { headers: [], body: 'no-share', pr: 'ucpro' },
    calls: sharePage,
  },
  {
    name: 'uc',
    hosts: ['pc-api.uc.cn'],
    needs: { headers: ['origin'], body: 'no-share', pr: 'UCBrowser' },
    calls: sharePage,
  },
  {
    name: 'tianyi',
    hosts: ['cloud.189.cn'],
    calls: [
      {
        path: /\/getShareInfoByCodeV2\.action$/,
        code: query('shareCode'),
        bodies: 'there wants-code wants-code gone not-audited throttled',
      },
      {
        path: /\/checkAccessCode\.action$/,
        code: query('shareCode'),
        password: query('accessCode'),
        bodies: 'fits wrong-code wrong-code gone not-audited throttled',
      },
    ],
  },
  {
    name: 'mobile',
    hosts: ['share-kd-njs.yun.139.com'],
    needs: { headers: ['referer', 'hcy-cool-flag', 'x-deviceinfo'], body: 'missed' },
    calls: [
      {
        path: /\/getOutLinkInfoV6$/,
        code: sealedField('linkID'),
        password: sealedField('passwd'),
        bodies: 'files.txt wants-code.txt wants-code.txt gone.txt expired.txt throttled',
      },
    ],
  },
  {
    name: '115',
    hosts: ['115cdn.com'],
    calls: [
      {
        path: /^\/webapi\/share\/snap$/,
        code: query('share_code'),
        password: query('receive_code'),
        bodies: 'there wants-code wrong-code cancelled banned verify',
      },
    ],
  },
  // Without an interface since 2026.
  { name: '123', hosts: ['www.123pan.com'], calls: [{ path: /./, bodies: 'page-404.html' }] },
  {
    name: '123',
    hosts: [
      ...sitesOf123.flatMap((host) => [host, ...(host === '123pan.com' ? [] : [`www.${host}`])]),
      'api.123pan.cn',
      ...['share.123pan.cn', 'share.123pan.com', 'mshare.123pan.com'].map((host) => `1800000001.${host}`),
    ],
    needs: { headers: ['platform'], body: 'firewall.html' },
    calls: [shareOf123],
  },
  { name: 'xunlei', hosts: ['api-pan.xunlei.com'], needs: tokens, calls: [drive] },
  { name: 'pikpak', hosts: ['api-drive.mypikpak.com'], needs: tokens, calls: [drive] },
]

const headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const fixture = z.object({
  cases: z.array(z.object({ exchanges: z.array(z.object({ body: z.string(), status: z.int(), headers })) })),
})

/** Reads replies of a fixture by the names of their bodies. */
function createReplies(cloud: string): (name: string) => Reply {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../fixtures/checks', cloud, file), 'utf8')
  const replies = new Map<string, Reply>()
  return (name) => {
    const file = name.includes('.') ? name : `${name}.json`
    const { cases } = replies.size > 0 ? { cases: [] } : fixture.parse(JSON.parse(read('fixture.json')))
    for (const { body, ...reply } of cases.flatMap(({ exchanges }) => exchanges).toReversed())
      replies.set(body, { ...reply, body: read(body) })
    const reply = replies.get(file)
    if (!reply) throw new TypeError(`the fixture of ${cloud} has no ${file}`)
    return reply
  }
}

/** An HTML page in place of an answer; it gives no state of any share. */
function garbagePage(): Reply {
  return htmlPage('<!DOCTYPE html><html><head><title>网盘</title></head><body><div id="app"></div></body></html>\n')
}

function createCloud({ name, needs, calls }: Cloud, seed: number): UpstreamHandler<Reply> {
  const replyOf = createReplies(name)
  const stateOf = createShareStates(name, seed)
  const lacks = (sent: Sent) => needs?.headers.some((header) => !sent.headers[header])
  return {
    answer(url, sent) {
      const call = calls.find(({ path }) => path.test(url.pathname))
      if (!call) return notFoundPage()
      const bodies = call.bodies.split(' ')
      const isOther = needs?.pr !== undefined && url.searchParams.get('pr') !== needs.pr
      if (needs && url.pathname !== '/' && (lacks(sent) || isOther)) return replyOf(needs.body)
      const state = stateOf(call.code?.(url, sent) ?? '', call.password?.(url, sent) ?? '')
      const body = bodies.length === 1 ? bodies[0] : bodies[states.indexOf(state)]
      return body === undefined ? garbagePage() : replyOf(body)
    },
    nothingFound: () => replyOf(calls.at(0)?.bodies.split(' ')[states.indexOf('gone')] ?? 'wants-code'),
    variesBy: (sent) => `${lacks(sent)} ${sent.headers.cookie ?? ''}`,
  }
}

/** Creates the mocks of all clouds; the seed decides the states of their shares. */
export function createClouds(seed: number): ReadonlyMap<string, UpstreamHandler<Reply>> {
  return new Map(
    clouds.flatMap((cloud) => {
      const made = createCloud(cloud, seed)
      return cloud.hosts.map((host) => [host, made] as const)
    }),
  )
}
