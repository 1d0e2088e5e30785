// Whose pictures are fetched: the hosts at which sources of ours have them, and what an operator adds or takes away.

/** A host whose pictures may be fetched, all hosts below it included unless it stands alone. */
interface Row {
  readonly host: string
  /** The sources whose pictures are there. */
  readonly of: string
  /** Nobody has seen it answer by https. */
  readonly isPlain?: true
  /** One of those below it hands on pages of every host there is, as web.archive.org does. */
  readonly isAlone?: true
}

/**
 * Those that fixtures and descriptions of upstreams show. Of clouds that host anybody's files only the names that are one site's own. Public
 * proxies of pictures (wsrv.nl, at labi) are not among them: whoever allows one allows every host there is.
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

/** The hosts whose pictures may be fetched. */
export interface PictureHosts {
  /** May those of this host be? It is as `URL` gives it. */
  isAllowed(host: string): boolean
  /** The listed host that this one is, or is below; undefined for one whose pictures may not be fetched. */
  listedHostOf(host: string): string | undefined
  /** May one that is written for http be asked for by https there? */
  speaksHttps(host: string): boolean
}

const form = 'must be none, or +host to add to the hosts pictures are fetched from and -host to take one away'
const name = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Reads `PICTURE_HOSTS`: `+img.example.org,-hdslb.com`; undefined for `none`: no pictures at all.
 * @throws Error with a sentence for what is no host, and for one that is to be taken away and is not there.
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
    throw new Error(
      `${host} is not among the hosts, so it cannot be taken away; there are ${[...hosts.keys()].join(', ')}`,
    )
}

function hostsOf(hosts: Hosts): PictureHosts {
  // By whole labels: example.org is no host below ample.org.
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
