// The cloud table: hosts, address forms and names of each cloud (cloud-links.md section 1).
import { type CloudType, cloudTypes } from '../../contract/cloud-types.ts'
import written from './cloud-names.json' with { type: 'json' }
import hosts123 from './hosts-123.json' with { type: 'json' }
import { defaultCodeNames } from './url-suffix.ts'

/** A form of a share's path. The first group is the code, unless `code` is set. */
interface PathForm {
  readonly at: RegExp
  readonly code?: (match: RegExpExecArray) => string
}

/** A cloud, or the part of a cloud with one address form. Hosts are lower case, without `www.`. */
export interface Cloud {
  readonly type: CloudType
  readonly hosts: readonly string[]
  /** For families of hosts that cannot be listed completely. */
  readonly hostPattern?: RegExp
  /** Tried in order on the path and the rest of the address. */
  readonly forms: readonly PathForm[]
  /** Query parameters with the access code, lower case. Default: `pwd` and `password`. */
  readonly codeNames?: readonly string[]
  /** Whether a query of just four letters or digits is the access code. */
  readonly bareCode?: boolean
  /** The canonical address without access code; `host` is the host found. */
  readonly url: (code: string, host: string) => string
}

// The end of a code of variable length: a label directly after it (`5ntrvUC：https…`), or a character of another alphabet.
const end = '(?=(?:[Uu][Cc]|115|123)[:：网云盘]|[^A-Za-z0-9]|$)'

function form(pattern: string, code?: PathForm['code']): PathForm {
  const at = new RegExp(`^${pattern}`)
  return code ? { at, code } : { at }
}

/** All clouds with a type and hosts of their own; `others` and hash links have their own modules. */
export const clouds: readonly Cloud[] = [
  {
    type: 'baidu',
    hosts: ['pan.baidu.com', 'yun.baidu.com', 'm.pan.baidu.com', 'wap.pan.baidu.com'],
    forms: [
      form('(?:/wap|/m)?/s/(1[\\w-]{22})'),
      // A code before dots is cut off, not short.
      form(
        '(?:/wap|/m)?/s/(1[\\w-]{7}|1[\\w-]{5,6})(?=(?:[Uu][Cc]|115|123)[:：网云盘]|[^\\w-]|$|[_-]{1,2}(?:[^\\w-]|$))(?!\\.\\.|…)',
      ),
      form('/(?:share|wap)/init\\?(?:[^#]*?[&;])?surl=(1[\\w-]{22})(?![\\w-])'),
      form('/(?:share|wap)/init\\?(?:[^#]*?[&;])?surl=([\\w-]{22}|[\\w-]{5,7}(?![\\w-]))', ([, rest]) => `1${rest}`),
      form(
        '/(?:share|wap)/link(?=\\?(?:[^#]*?[&;])?shareid=(\\d{1,20}))\\?(?:[^#]*?[&;])?uk=(\\d{1,20})',
        ([, shareId, user]) => `shareid=${shareId}&uk=${user}`,
      ),
    ],
    url: (code) => `https://pan.baidu.com/${code.startsWith('1') ? `s/${code}` : `share/link?${code}`}`,
  },
  {
    type: 'quark',
    // `pan.qualk.cn` is a spelling by which a search site means `pan.quark.cn`; `/g/` are shares of groups.
    hosts: ['pan.quark.cn', 'pan.qualk.cn'],
    forms: [
      form('/(g/[0-9a-f]{12})(?![0-9a-f])'),
      form('/s/([0-9a-f]{12})(?![0-9a-f])'),
      form('/s/([0-9a-f]{12})(?:(?=115[:：网云盘]|123[:：网云盘]))'),
      form(`/s/([A-Za-z0-9]{13,40}?)${end}`),
    ],
    url: (code) => `https://pan.quark.cn/${code.startsWith('g/') ? code : `s/${code}`}`,
  },
  {
    type: 'quark',
    hosts: ['pan.qoark.cn'],
    forms: [form(`/s/([A-Za-z0-9]{4,40}?)${end}`)],
    url: (code) => `https://pan.qoark.cn/s/${code}`,
  },
  {
    type: 'aliyun',
    hosts: ['alipan.com', 'aliyundrive.com'],
    forms: [form('/s/([A-Za-z0-9]{11})'), form(`/(t/[A-Za-z0-9]{4,32}?)${end}`)],
    url: (code) => `https://www.alipan.com/${code.startsWith('t/') ? code : `s/${code}`}`,
  },
  {
    type: 'guangya',
    hosts: ['guangyapan.com', 'pan.guangyapan.com'],
    // Without a label the code ends after 17 characters, the longest known.
    forms: [
      form('/s/(\\d{19}_[\\w-]{16,18}?)(?=(?:UC|115|123)[:：网云盘]|[^\\w-]|$)'),
      form('/s/(\\d{19}_[\\w-]{17})'),
    ],
    codeNames: ['code', ...defaultCodeNames],
    url: (code) => `https://www.guangyapan.com/s/${code}`,
  },
  {
    type: 'tianyi',
    hosts: ['cloud.189.cn', 'h5.cloud.189.cn'],
    forms: [
      form('/t/([A-Za-z0-9]{12})'),
      form('/web/share\\?(?:[^#]*?[&;])?code=([A-Za-z0-9]{12})'),
      form('/[\\w./-]{0,40}(?:\\?[^#]{0,200})?#/t/([A-Za-z0-9]{12})'),
    ],
    url: (code) => `https://cloud.189.cn/t/${code}`,
  },
  {
    type: 'uc',
    hosts: ['drive.uc.cn', 'fast.uc.cn'],
    forms: [form('/s/([0-9a-fA-F]{13})')],
    url: (code) => `https://drive.uc.cn/s/${code}`,
  },
  {
    type: 'mobile',
    hosts: ['caiyun.139.com', 'yun.139.com'],
    forms: [
      form(`(?:/link|/shareweb/(?:#|%23))?/[mw]/i[/?]((?:[A-Za-z0-9]{13,14}?)${end}|[A-Za-z0-9]{13})`),
      form(`/front/(?:#|%23)/detail\\?(?:[^#]*?[&;])?linkID=((?:[A-Za-z0-9]{13,14}?)${end}|[A-Za-z0-9]{13})`),
    ],
    url: mobileUrl,
  },
  {
    type: 'mobile',
    hosts: ['caiyun.feixin.10086.cn'],
    forms: [form(`/(?:dl/)?((?:[A-Za-z0-9]{13,14}?)${end}|[A-Za-z0-9]{13})`)],
    url: mobileUrl,
  },
  {
    type: '115',
    hosts: ['115.com', '115cdn.com', 'anxia.com'],
    forms: [form('/s/([a-z0-9]{11})')],
    url: (code) => `https://115cdn.com/s/${code}`,
  },
  {
    type: 'pikpak',
    hosts: ['mypikpak.com', 'mypikpak.net'],
    forms: [form('/s/(V[\\w-]{25})')],
    url: (code) => `https://mypikpak.com/s/${code}`,
  },
  {
    type: 'xunlei',
    hosts: ['pan.xunlei.com'],
    forms: [form('/s/(V[\\w-]{25})')],
    url: (code) => `https://pan.xunlei.com/s/${code}`,
  },
  {
    type: '123',
    hosts: hosts123,
    // The cloud adds hosts every few months: `123` and three digits. Users have hosts of their own below `share` and `mshare`.
    hostPattern:
      /^(?:\d{1,20}\.m?share\.123(?:\d{3}|pan)|(?:(?!m?share\.)[a-z0-9-]{1,40}\.)?123(?:\d{3}|pan|panpay))\.(?:com|cn)$/,
    forms: [form(`/(?:s|123pan)/([A-Za-z0-9]{4,8}-[A-Za-z0-9]{4,8}?)${end}`)],
    bareCode: true,
    url: (code, host) => `https://${host}/${/^\d+\.m?share\./.test(host) ? '123pan' : 's'}/${code}`,
  },
]

function mobileUrl(code: string): string {
  return `https://yun.139.com/shareweb/#/w/i/${code}`
}

/** Names other than those of the contract (upstreams/search: hunhepan, sousou, jikepan, wanou, pansearch, and web pages). */
const aliases: Readonly<Partial<Record<CloudType, readonly string[]>>> = written

const typeOfName: ReadonlyMap<string, CloudType> = new Map(
  cloudTypes.flatMap((type) => [type, ...(aliases[type] ?? [])].map((name): [string, CloudType] => [name, type])),
)

/** The cloud type of a site's name, in any letter case; `others` if unknown. */
export function cloudNamed(name: string): CloudType {
  return typeOfName.get(name.trim().toLowerCase()) ?? 'others'
}
