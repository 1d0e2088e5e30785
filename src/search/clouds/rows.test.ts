// Every cloud, host and path form of cloud-links.md section 1 in every form of section 5. All codes are hand-made.
import { describe, expect, it } from 'vitest'
import { findLinks } from '../links/find-links.ts'
import { recognise, shareUrl } from './recognise.ts'

interface Row {
  readonly key: string
  /** Addresses of one share without scheme and code: hosts and path forms. */
  readonly addresses: readonly string[]
  /** What follows the address when it carries the code `k3m9`. */
  readonly coded: readonly string[]
  /** The canonical address with the code `k3m9` known. */
  readonly url: string
}

const folder = '00112233445566778899aabbccddeeff00112233'
const hosts123 = [
  '123pan.com',
  '123pan.cn',
  'yun.123pan.com',
  '123panpay.com',
  // The last two are in no list.
  ...['123684', '123278', '123652', '123957', '123001', 'pan.123999'].map((name) => `${name}.com`),
]
const userHosts123 = ['share.123pan.cn', 'share.123pan.com', 'mshare.123pan.com', 'share.123865.com'].map(
  (host) => `1800000001.${host}`,
)

const rows: readonly Row[] = [
  {
    key: 'baidu:1aBcDeFgHiJkLmNoPqRsTuV',
    addresses: [
      'pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'yun.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'm.pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'wap.pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'pan.baidu.com/wap/s/1aBcDeFgHiJkLmNoPqRsTuV',
      'pan.baidu.com/share/init?surl=aBcDeFgHiJkLmNoPqRsTuV',
      'pan.baidu.com/share/init?from=x&surl=aBcDeFgHiJkLmNoPqRsTuV',
      'pan.baidu.com/wap/init?surl=aBcDeFgHiJkLmNoPqRsTuV',
    ],
    coded: ['?pwd=k3m9', '&pwd=k3m9', '#pwd=k3m9', '?from=x&pwd=k3m9', '?from=x&amp;pwd=k3m9#list'],
    url: 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV?pwd=k3m9',
  },
  {
    key: 'baidu:1pJ4demo',
    addresses: ['pan.baidu.com/s/1pJ4demo', 'pan.baidu.com/share/init?surl=pJ4demo'],
    coded: ['?pwd=k3m9'],
    url: 'https://pan.baidu.com/s/1pJ4demo?pwd=k3m9',
  },
  ...['1aB2cD3', '1aB2cD'].map((code) => ({
    key: `baidu:${code}`,
    addresses: [`pan.baidu.com/s/${code}`, `pan.baidu.com/share/init?surl=${code.slice(1)}`],
    coded: ['?pwd=k3m9', '?passcode=k3m9'],
    url: `https://pan.baidu.com/s/${code}?pwd=k3m9`,
  })),
  {
    key: 'baidu:shareid=1234567&uk=7654321',
    addresses: [
      'pan.baidu.com/share/link?shareid=1234567&uk=7654321',
      'yun.baidu.com/share/link?uk=7654321&shareid=1234567',
    ],
    coded: ['&pwd=k3m9'],
    url: 'https://pan.baidu.com/share/link?shareid=1234567&uk=7654321&pwd=k3m9',
  },
  {
    key: 'quark:0a1b2c3d4e5f',
    addresses: ['pan.quark.cn/s/0a1b2c3d4e5f', 'pan.qualk.cn/s/0a1b2c3d4e5f'],
    coded: [
      '?pwd=k3m9',
      '?pwd=k3m9#/list/share',
      '?entry=sjss&pwd=k3m9',
      ...['passcode', 'pass_code', 'passwd', 'PassCode'].map((name) => `?${name}=k3m9#/list/share`),
    ],
    url: 'https://pan.quark.cn/s/0a1b2c3d4e5f',
  },
  {
    key: 'quark:g/0a1b2c3d4e5f',
    addresses: ['pan.quark.cn/g/0a1b2c3d4e5f'],
    coded: ['?pwd=k3m9'],
    url: 'https://pan.quark.cn/g/0a1b2c3d4e5f',
  },
  {
    key: 'quark:a1B2c3D4e5F6g7H8',
    addresses: ['pan.quark.cn/s/a1B2c3D4e5F6g7H8'],
    coded: ['?pwd=k3m9'],
    url: 'https://pan.quark.cn/s/a1B2c3D4e5F6g7H8',
  },
  {
    key: 'quark:xYz987',
    addresses: ['pan.qoark.cn/s/xYz987'],
    coded: ['?pwd=k3m9'],
    url: 'https://pan.qoark.cn/s/xYz987',
  },
  {
    key: 'aliyun:a1B2c3D4e5F',
    addresses: [
      'www.alipan.com/s/a1B2c3D4e5F',
      'alipan.com/s/a1B2c3D4e5F',
      'www.aliyundrive.com/s/a1B2c3D4e5F',
      'aliyundrive.com/s/a1B2c3D4e5F',
      `www.aliyundrive.com/s/a1B2c3D4e5F/folder/${folder}`,
    ],
    coded: ['?pwd=k3m9'],
    url: 'https://www.alipan.com/s/a1B2c3D4e5F',
  },
  {
    key: 'aliyun:t/AbCdEfGhIjKl',
    addresses: ['www.alipan.com/t/AbCdEfGhIjKl', 'www.aliyundrive.com/t/AbCdEfGhIjKl'],
    coded: ['?pwd=k3m9'],
    url: 'https://www.alipan.com/t/AbCdEfGhIjKl',
  },
  {
    key: 'guangya:1900000000000000001_AbCdEfGhIjKlMnOpQ',
    addresses: ['www.guangyapan.com', 'guangyapan.com', 'pan.guangyapan.com'].map(
      (host) => `${host}/s/1900000000000000001_AbCdEfGhIjKlMnOpQ`,
    ),
    coded: ['?code=k3m9', '?code=k3m9#/share'],
    url: 'https://www.guangyapan.com/s/1900000000000000001_AbCdEfGhIjKlMnOpQ',
  },
  {
    key: 'tianyi:AbCdEfGhIj12',
    addresses: [
      'cloud.189.cn/t/AbCdEfGhIj12',
      'h5.cloud.189.cn/t/AbCdEfGhIj12',
      'cloud.189.cn/web/share?code=AbCdEfGhIj12',
      'h5.cloud.189.cn/#/t/AbCdEfGhIj12',
      'h5.cloud.189.cn/share.html#/t/AbCdEfGhIj12',
    ],
    coded: ['（访问码：k3m9）', encodeURIComponent('（访问码：k3m9）'), '(访问码:k3m9)', '?pwd=k3m9'],
    url: 'https://cloud.189.cn/t/AbCdEfGhIj12',
  },
  {
    key: 'uc:1a2b3c4d5e6f7',
    addresses: ['drive.uc.cn/s/1a2b3c4d5e6f7', 'fast.uc.cn/s/1a2b3c4d5e6f7', 'drive.uc.cn/s/1a2b3c4d5e6f7?public=1'],
    coded: ['?pwd=k3m9', '?password=k3m9', '&password=k3m9'],
    url: 'https://drive.uc.cn/s/1a2b3c4d5e6f7',
  },
  {
    key: 'mobile:105CdemoAbCdE',
    addresses: [
      'caiyun.139.com/m/i?105CdemoAbCdE',
      'www.caiyun.139.com/m/i?105CdemoAbCdE',
      'caiyun.139.com/w/i/105CdemoAbCdE',
      'caiyun.139.com/w/i?105CdemoAbCdE',
      'yun.139.com/shareweb/#/w/i/105CdemoAbCdE',
      'caiyun.139.com/front/#/detail?linkID=105CdemoAbCdE',
      'caiyun.feixin.10086.cn/105CdemoAbCdE',
    ],
    coded: ['?pwd=k3m9', '&pwd=k3m9'],
    url: 'https://yun.139.com/shareweb/#/w/i/105CdemoAbCdE',
  },
  {
    key: 'mobile:2nDemoAbCdEf12',
    addresses: ['yun.139.com/shareweb/#/w/i/2nDemoAbCdEf12'],
    coded: ['?pwd=k3m9'],
    url: 'https://yun.139.com/shareweb/#/w/i/2nDemoAbCdEf12',
  },
  {
    key: '115:sw3demo1abc',
    addresses: ['115.com', '115cdn.com', 'anxia.com', 'www.115.com'].map((host) => `${host}/s/sw3demo1abc`),
    coded: ['?password=k3m9', '?password=k3m9&#', '?password=k3m9#纸鹤与灯塔'],
    url: 'https://115cdn.com/s/sw3demo1abc?password=k3m9',
  },
  {
    key: 'pikpak:VNDemoAaBbCcDdEeFfGgHhIio1',
    addresses: ['mypikpak.com', 'mypikpak.net', 'www.mypikpak.com'].map(
      (host) => `${host}/s/VNDemoAaBbCcDdEeFfGgHhIio1`,
    ),
    coded: ['?act=play&pwd=k3m9', '?pass_code=k3m9'],
    url: 'https://mypikpak.com/s/VNDemoAaBbCcDdEeFfGgHhIio1',
  },
  {
    key: 'xunlei:VODemoAaBbCcDd_eFfGg-hIiA1',
    addresses: ['pan.xunlei.com/s/VODemoAaBbCcDd_eFfGg-hIiA1'],
    coded: ['?pwd=k3m9', '?pwd=k3m9#', '?origin=x&pwd=k3m9'],
    url: 'https://pan.xunlei.com/s/VODemoAaBbCcDd_eFfGg-hIiA1?pwd=k3m9',
  },
  ...hosts123.flatMap((host) =>
    [host, `www.${host}`].map((found) => ({
      key: '123:demoA-5ntrv',
      addresses: [`${found}/s/demoA-5ntrv`, `${found}/s/demoA-5ntrv.html`, `${found}/123pan/demoA-5ntrv`],
      coded: [
        '?提取码:k3m9',
        '?提取码：k3m9',
        '?%E6%8F%90%E5%8F%96%E7%A0%81:k3m9',
        '?%E6%8F%90%E5%8F%96%E7%A0%81%EF%BC%9Ak3m9',
        '?pwd=k3m9',
        '?k3m9',
      ],
      url: `https://${found}/s/demoA-5ntrv?pwd=k3m9`,
    })),
  ),
  ...userHosts123.map((host) => ({
    key: '123:demoA-5ntrv',
    addresses: [`${host}/123pan/demoA-5ntrv`],
    coded: ['?pwd=k3m9', '?k3m9'],
    url: `https://${host}/123pan/demoA-5ntrv?pwd=k3m9`,
  })),
  ...[
    ...['lanzoui', 'lanzoux', 'lanzouu', 'lanzouy', 'lanzouw', 'lanzoum', 'lanzou'].map(
      (name) => `wwx.${name}.com/iAbCd1234`,
    ),
    'share.weiyun.com/AbCdEf12',
    'jianguoyun.com/p/DemoAbC',
    'url00.ctfile.com/f/1234-5678-abcdef',
    'drive.google.com/file/d/1DemoAbC/view',
    '1drv.ms/u/s!DemoAbC',
    'wenshushu.cn/f/demoabc',
    'cowtransfer.com/s/demoabc',
    'dropbox.com/s/demoabc/crane.zip',
    'wwrt.lanzn.com/iAbCdE12fghi',
    'wwh.lanpv.com/b0demo1ab',
    'lanzov.com/tp/iDemo0abcde',
    'ilanzou.com/s/DeMo0Aa1',
    '545c.com/f/1234-5678-abcdef',
    'u1.474b.com/d/1234-5678-abcdef',
    'pan.baidu.com/enterprise/s/1aBcDeFgHiJkLmNoPqRsTuV',
    'pan.wo.cn/s/1A1b2C34567',
    'terabox.com/s/1aBcDeFgHiJkLmNoPqRsTuV',
    'doubao.com/drive/s/0123456789abcdef',
    'feijix.com/s/DeMo0Aa1',
    'share.feijipan.com/s/DeMo0Aa1',
    'feimaoyun.com/s/DeMo0Aa1',
    'share123.top/DeMo0Aa1',
    'lecloud.lenovo.com/mshare/DeMo0Aa1',
    'v2.fangcloud.com/share/DeMo0Aa1',
    'wss1.cn/f/DeMo0Aa1',
    'wss.cc/f/DeMo0Aa1',
    'f.ws28.cn/f/DeMo0Aa1',
    'yunpan.com/surl_yDeMo0Aa1bc',
    'kdocs.cn/l/DeMo0Aa1',
    'demo.feishu.cn/drive/folder/DeMo0Aa1',
    'pan-yz.cldisk.com/external/m/file/123456',
    'qfile.qq.com/q/DeMo0Aa1',
    'drive.usercontent.google.com/download?id=1DemoAbC',
    'demo-my.sharepoint.com/:f:/g/personal/demo',
    'transfer.it/t/DeMo0Aa1bCdE',
    'mediafire.com/file/demo0abc1def2gh/paper-crane.zip/file',
    'gofile.io/d/DeMo0A',
    'pixeldrain.com/u/DeMo0Aa1',
    'icloud.com/iclouddrive/0DeMo0Aa1',
  ].map((address) => ({
    key: `others:${address}`,
    addresses: [address],
    coded: ['?pwd=k3m9', '?p=k3m9'],
    url: `https://${address}`,
  })),
]

const secondUrl = 'https://pan.quark.cn/s/ffffffffffff'
const secondKey = 'quark:ffffffffffff'
type Expected = ReadonlyArray<readonly [key: string, password: string]>

function found(text: string, href?: string): Expected {
  const anchors = href === undefined ? [] : [{ start: 0, end: text.length, href }]
  return findLinks(text, anchors).map(({ share, password }) => [share.key, password])
}

function upperHost(address: string): string {
  const slash = address.indexOf('/')
  return `HTTPS://${address.slice(0, slash).toUpperCase()}${address.slice(slash)}`
}

/** Texts that hold the one share and nothing else, with the code they give. */
function forms(key: string, address: string): ReadonlyArray<readonly [form: string, text: string, expected: Expected]> {
  const url = `https://${address}`
  const bare: Expected = [[key, '']]
  const coded: Expected = [[key, 'k3m9']]
  return [
    ['bare', url, bare],
    ['over http', `http://${address}`, bare],
    ['without scheme', `链接：${address} 自取`, bare],
    ['upper-case host', upperHost(address), bare],
    ['code behind it', `${url} 提取码：k3m9 复制这段内容`, coded],
    ['code on the next line', `${url}\n访问码: k3m9`, coded],
    ['code before it', `提取码 k3m9 链接 ${url}`, coded],
    ['code in brackets behind it', `${url}（密码：k3m9）`, coded],
    ['glued to Chinese text', `${url}自取，转存`, bare],
    ['glued to a foreign address', `${url}https://example.org/x`, bare],
    ['glued to the next share', `${url}${secondUrl}`, [...bare, [secondKey, '']]],
    ['label glued behind it', `${url}百度：${secondUrl}`, [...bare, [secondKey, '']]],
    ['emoji behind it', `${url}📁 大小：1 GB`, bare],
    ['a full stop behind it', `(${url}).`, bare],
    ['percent-encoded in another address', `https://example.org/go?id=1&url=${encodeURIComponent(url)}&x=2`, bare],
    ['percent-encoded alone', `去 ${encodeURIComponent(url)} 看`, bare],
    ['with a fragment', address.includes('#') ? url : `${url}#/list/share`, bare],
  ]
}

const cases = rows.flatMap((row) =>
  row.addresses.flatMap((address) =>
    forms(row.key, address).map(([form, text, expected]) => ({ form, text, expected })),
  ),
)
console.info(`${rows.length} rows, ${cases.length} generated cases of address forms`)

describe('a share of every cloud, by every host and path', () => {
  it.each(cases)('is found $form in $text', ({ text, expected }) => {
    expect(found(text)).toEqual(expected)
  })

  const addresses = rows.flatMap((row) => row.addresses.map((address) => ({ address, row })))

  it.each(addresses)('is found when $address stands in an href only', ({ address, row }) => {
    expect(found('点击保存', `https://${address}`)).toEqual([[row.key, '']])
    expect(found('夸克 提取码：k3m9', `https://${address}`)).toEqual([[row.key, 'k3m9']])
    expect(found(`https://${address}`, `https://${address}`)).toEqual([[row.key, '']])
  })

  it.each(addresses)('has its canonical address whatever was written: $address', ({ address, row }) => {
    const share = recognise(`https://${address}`)
    expect(share && shareUrl(share, 'k3m9')).toBe(row.url)
    expect(share && shareUrl(share, '')).toBe(row.url.replace(/[?&](?:pwd|password)=k3m9$/, ''))
  })

  const coded = rows.flatMap((row) =>
    row.coded.map((tail) => ({ text: `https://${row.addresses[0]}${tail}`, key: row.key })),
  )

  it.each(coded)('gives the code inside its address: $text', ({ text, key }) => {
    expect(found(text)).toEqual([[key, 'k3m9']])
    expect(found('点击保存', text)).toEqual([[key, 'k3m9']])
    expect(found(`${text} 提取码：zzzz`)).toEqual([[key, 'k3m9']])
    expect(found(`${text}${secondUrl}`)).toEqual([
      [key, 'k3m9'],
      [secondKey, ''],
    ])
    expect(recognise(text)?.password).toBe('k3m9')
    expect(recognise(`https://example.org/go?url=${encodeURIComponent(text)}`)?.password).toBe('k3m9')
  })
})
