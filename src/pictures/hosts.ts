// Allowed image hosts: those that our sources use, plus and minus the entries of PICTURE_HOSTS.

/** An allowed host. Includes its subdomains unless `isAlone`. */
interface Row {
  readonly host: string
  /** The sources that use images from this host. */
  readonly of: string
  /** Not known to support https. */
  readonly isPlain?: true
  /** A subdomain proxies arbitrary hosts, as web.archive.org does. */
  readonly isAlone?: true
}

/**
 * Hosts seen in fixtures and upstream descriptions. For file hosting services only names that belong to one site. Public image proxies
 * (wsrv.nl, used by labi) are excluded: allowing one allows every host.
 */
const rows: readonly Row[] = [
  { host: 'telesco.pe', of: 'Telegram channels' },
  { host: 'cdn-telegram.org', of: 'Telegram channels' },
  { host: 'telegram-cdn.org', of: 'Telegram channels' },
  { host: 'archive.org', of: 'internetarchive', isAlone: true },
  { host: 'us.archive.org', of: 'internetarchive' },
  { host: 'ca.archive.org', of: 'internetarchive' },
  { host: 'xiaocge.fun', of: 'labi', isPlain: true },
  { host: '36krcdn.com', of: '36kr' },
  { host: 's2.51cto.com', of: '51cto' },
  { host: 'attach.52pojie.cn', of: '52pojie' },
  { host: 'aixifan.com', of: 'acfun' },
  { host: 'fyb-2.cdn.bcebos.com', of: 'baidu' },
  { host: 'bkimg.cdn.bcebos.com', of: 'history' },
  { host: 'hdslb.com', of: 'bilibili' },
  { host: 'csdnimg.cn', of: 'csdn' },
  { host: 's1.dgtle.com', of: 'dgtle' },
  { host: 'img1.dongqiudi.com', of: 'dongqiudi' },
  { host: 'doubanio.com', of: 'douban-group, douban-movie' },
  { host: 'pic.gameres.com', of: 'gameres' },
  { host: 'imgslim.geekpark.net', of: 'geekpark' },
  { host: '2-im.guokr.com', of: 'guokr' },
  { host: 'img.ithome.com', of: 'ithome' },
  { host: 'upload-images.jianshu.io', of: 'jianshu' },
  { host: 'static.yximgs.com', of: 'kuaishou' },
  { host: 'shp.qpic.cn', of: 'lol' },
  { host: 'upload-bbs.miyoushe.com', of: 'genshin, honkai, miyoushe, starrail' },
  { host: 'cms-bucket.ws.126.net', of: 'netease-news' },
  { host: 'static01.nyt.com', of: 'nytimes' },
  { host: 'inews.gtimg.com', of: 'qq-news' },
  { host: 'qnam.smzdm.com', of: 'smzdm' },
  { host: 'cdn.sspai.com', of: 'sspai' },
  { host: 'toutiaoimg.com', of: 'toutiao' },
  { host: 'image.nmc.cn', of: 'weatheralarm', isPlain: true },
  { host: 'simg.s.weibo.com', of: 'weibo' },
  { host: 'cdn.weread.qq.com', of: 'weread' },
  { host: 'alioss.yystv.cn', of: 'yystv' },
  { host: 'zhimg.com', of: 'zhihu, zhihu-daily' },
]

/** The allowed image hosts. */
export interface PictureHosts {
  /** Whether images of this host may be fetched; `host` as in `URL.host`. */
  isAllowed(host: string): boolean
  /** The list entry that covers a host; undefined when the host is not allowed. */
  listedHostOf(host: string): string | undefined
  /** Whether an http URL of this host may be fetched over https. */
  speaksHttps(host: string): boolean
}

const form = 'must be none, or +host to add an image host and -host to remove one'
const name = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Parses `PICTURE_HOSTS`: `+img.example.org,-hdslb.com`; undefined for `none`, which disables images.
 * @throws Error for an invalid host, and for removing a host that is not in the list.
 */
export function readPictureHosts(text: string): PictureHosts | undefined {
  const entries = text
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
  if (entries.length === 1 && entries[0] === 'none') return undefined
  const hosts: Hosts = new Map(
    rows.map(({ host, isPlain, isAlone = false }) => [host, { speaksHttps: isPlain !== true, isAlone }]),
  )
  for (const entry of entries) change(hosts, entry)
  return hostsOf(hosts)
}

type Hosts = Map<string, { readonly speaksHttps: boolean; readonly isAlone: boolean }>

function change(hosts: Hosts, entry: string): void {
  const host = entry.slice(1)
  const isWellFormed = /^[+-]/.test(entry) && name.test(host)
  if (!isWellFormed) throw new Error(`${form}; not ${JSON.stringify(entry.slice(0, 60))}`)
  if (entry.startsWith('+')) hosts.set(host, hosts.get(host) ?? { speaksHttps: false, isAlone: false })
  else if (!hosts.delete(host))
    throw new Error(`${host} is not in the list and cannot be removed; the list has ${[...hosts.keys()].join(', ')}`)
}

function hostsOf(hosts: Hosts): PictureHosts {
  // Compares whole labels: example.org is not a subdomain of ample.org.
  const listedHostOf = (host: string) => {
    const labels = host.split('.')
    const ends = labels.map((_label, at) => labels.slice(at).join('.'))
    const found = ends.find((end) => hosts.has(end))
    const isAlone = found !== undefined && hosts.get(found)?.isAlone === true
    return isAlone && found !== host ? undefined : found
  }
  return {
    listedHostOf,
    isAllowed: (host) => listedHostOf(host) !== undefined,
    speaksHttps: (host) => hosts.get(listedHostOf(host) ?? '')?.speaksHttps === true,
  }
}
