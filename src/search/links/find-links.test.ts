// The shares of one post: the examples of cloud-links.md, those of its traps that rows.test.ts and recognise.test.ts do not state, and what anchors add.
import { describe, expect, it } from 'vitest'
import type { Anchor } from '../plugin.ts'
import { type FoundShare, findLinks } from './find-links.ts'

const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'
const quarkKey = 'quark:0a1b2c3d4e5f'
const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV'
const baiduKey = 'baidu:1aBcDeFgHiJkLmNoPqRsTuV'
const xunlei = 'https://pan.xunlei.com/s/VODemoAaBbCcDdEeFfGgHhIiA1'
const xunleiKey = 'xunlei:VODemoAaBbCcDdEeFfGgHhIiA1'
const uc = 'https://drive.uc.cn/s/1a2b3c4d5e6f7'
const ucKey = 'uc:1a2b3c4d5e6f7'
const tianyi = 'https://cloud.189.cn/t/AbCdEfGhIj12'
const tianyiKey = 'tianyi:AbCdEfGhIj12'
const hash = '00112233445566778899aabbccddeeff00112233'

function brief(links: readonly FoundShare[]): string[] {
  return links.map(({ share, password }) => (password === '' ? share.key : `${share.key} ${password}`))
}

function inText(text: string): string[] {
  return brief(findLinks(text, []))
}

/** A text with one anchor over the first place its label stands at. */
function linked(text: string, label: string, href: string): FoundShare[] {
  const start = text.indexOf(label)
  return findLinks(text, [{ start, end: start + label.length, href }])
}

describe('the real-shaped lines of section 3', () => {
  it.each([
    [`链接：${baidu} 提取码：k3m9 复制这段内容后打开百度网盘手机App`, `${baiduKey} k3m9`],
    [`链接: ${baidu} 提取码: k3m9 --来自百度网盘超级会员v3的分享`, `${baiduKey} k3m9`],
    [`${tianyi}（访问码：x7k9）`, `${tianyiKey} x7k9`],
    [
      '「纸鹤与灯塔」https://www.alipan.com/s/a1B2c3D4e5F 提取码: 7h2k 点击链接保存，或者复制本段内容，打开「阿里云盘」APP',
      'aliyun:a1B2c3D4e5F 7h2k',
    ],
    [`我用夸克网盘分享了「纸鹤」，链接：${quark} 提取码：Qw7e`, `${quarkKey} Qw7e`],
    [`分享文件：纸鹤 链接：${xunlei}?pwd=n5p8# 复制这段内容后打开手机迅雷`, `${xunleiKey} n5p8`],
    [
      'https://115cdn.com/s/sw3demo1abc?password=t5u6&# 纸鹤 访问码：t5u6 复制这段内容，可在115App中直接打开！',
      '115:sw3demo1abc t5u6',
    ],
    ['https://www.123pan.com/s/demoA-5ntrv提取码:D3m0', '123:demoA-5ntrv D3m0'],
  ])('are read: %s', (line, expected) => {
    expect(inText(line)).toEqual([expected])
  })
})

describe('the traps of section 4', () => {
  it.each([
    ['1: a label in letters glued behind', `${quark}UC:${uc}`, [quarkKey, ucKey]],
    ['1: a label in digits glued behind', `${quark}115：https://115.com/s/sw3demo1abc`, [quarkKey, '115:sw3demo1abc']],
    ['1: a label glued to a code', `${xunlei}?pwd=n5p8UC：${uc}`, [`${xunleiKey} n5p8`, ucKey]],
    [
      '1: a label glued to a key of no fixed length',
      `https://www.123pan.com/s/demoA-5ntrvUC:${uc}`,
      ['123:demoA-5ntrv', ucKey],
    ],
    ['2: a magnet glued', `${quark}magnet:?xt=urn:btih:${hash}${baidu}`, [quarkKey, `magnet:${hash}`, baiduKey]],
    [
      '2: an ed2k link glued',
      `${quark}ed2k://|file|a|12|${hash.slice(8)}|/${baidu}`,
      [quarkKey, `ed2k:${hash.slice(8)}:12`, baiduKey],
    ],
    [
      '2: but not inside its own parameters',
      `magnet:?tr=http://tracker.example.org/a&xt=urn:btih:${hash}&dn=x`,
      [`magnet:${hash}`],
    ],
    ...[...'，。；、！？）】」》：　'].map((mark): [string, string, string[]] => [
      `3: ${mark} behind`,
      `${quark}${mark}abc`,
      [quarkKey],
    ]),
    ...['📁', '🔍', '🏷', '📎', '🔗', '📌', '📋', '📂', '🗄', '💾', '👥', '📢'].map(
      (mark): [string, string, string[]] => [
        `4: ${mark} behind`,
        `${baidu}?pwd=k3m9${mark}${quark}${mark}`,
        [`${baiduKey} k3m9`, quarkKey],
      ],
    ),
    ...[...'.,;)]>"\'|*_~'].map((mark): [string, string, string[]] => [
      `5: ${mark} behind`,
      `${quark}${mark} https://url00.ctfile.com/f/1-2-a${mark} ${baidu}${mark} https://pan.baidu.com/s/1pJ4demo${mark}`,
      [quarkKey, 'others:url00.ctfile.com/f/1-2-a', baiduKey, 'baidu:1pJ4demo'],
    ]),
    ['5: a balanced bracket', 'https://www.dropbox.com/s/demo/a(1).zip)', ['others:dropbox.com/s/demo/a(1).zip']],
    ['5: a balanced bracket at the end', '(https://www.dropbox.com/s/demo/a(1))', ['others:dropbox.com/s/demo/a(1)']],
    ['6: &amp; left in', `${baidu}?from=x&amp;pwd=k3m9<br/>${quark}<mark>`, [`${baiduKey} k3m9`, quarkKey]],
    ['7: wrapped in a path', `https://example.org/go?link=${encodeURIComponent(quark).toLowerCase()}`, [quarkKey]],
    [
      '8: short links and pages between',
      'https://t.cn/A6demo http://bit.ly/x https://url.cn/y https://telegra.ph/z',
      [],
    ],
    ['9: channels and bots', `https://t.me/demo_share @demo_bot https://t.me/s/demo?q=1 ${quark}`, [quarkKey]],
    ['13: with and without code', `${baidu}\n${quark}\n${baidu}?pwd=k3m9`, [`${baiduKey} k3m9`, quarkKey]],
    [
      '15: several drives',
      `纸鹤 夸克：${quark}百度：${baidu}?pwd=k3m9UC：${uc}`,
      [quarkKey, `${baiduKey} k3m9`, ucKey],
    ],
    ['20: a promise', '链接：稍后补 提取码：k3m9', []],
    ['20: a code alone', '提取码：k3m9', []],
    ['21: a year', `纸鹤与灯塔 (2031) ${baidu} (2031)\n密码 (2031)`, [baiduKey]],
    ['22: invisible characters', 'https://pan.qu\u200bark.cn/s/0a1b\u200d2c3d\ufeff4e5f', [quarkKey]],
  ])('trap %s', (_trap, text, expected) => {
    expect(inText(text)).toEqual(expected)
  })

  it('trap 6: the href wins over a label whose tags tore the address', () => {
    expect(
      brief(linked('看 https://pan.quark.cn/s/0a1b 2c3d4e5f', 'https://pan.quark.cn/s/0a1b 2c3d4e5f', quark)),
    ).toEqual([quarkKey])
  })

  it('trap 14: a caption told twice is one share', () => {
    expect(inText(`天翼：${tianyi}（访问码：x7k9）天翼：${tianyi}（访问码：x7k9）`)).toEqual([`${tianyiKey} x7k9`])
  })
})

describe('a share told twice', () => {
  it('has the address of the first place, unless a later one has the code in it', () => {
    const [first, second] = ['https://123pan.cn/s/demoA-5ntrv', 'https://123684.com/s/demoA-5ntrv']
    expect(findLinks(`${first}\n${quark}\n${second} 提取码：k3m9`, [])).toMatchObject([
      { share: { url: first }, password: 'k3m9' },
      { share: { url: quark }, password: '' },
    ])
    expect(findLinks(`${first}\n${second}?pwd=k3m9`, [])).toMatchObject([{ share: { url: second }, password: 'k3m9' }])
  })

  it('has the code of its address whichever came first', () => {
    for (const text of [`${baidu}\n${baidu}?pwd=ab12`, `${baidu}?pwd=ab12\n${baidu}`])
      expect(findLinks(text, [])).toMatchObject([{ password: 'ab12', share: { password: 'ab12' } }])
  })
})

describe('positions', () => {
  it('are those of the text as given, invisible characters included', () => {
    const text = `\u200b看\u200b https://pan.quark.cn/s/0a1b\u200b2c3d4e5f 完`
    const [link] = findLinks(text, [])
    expect(text.slice(link?.start, link?.end)).toBe('https://pan.quark.cn/s/0a1b\u200b2c3d4e5f')
  })

  it('are those of the first place, in order', () => {
    const links = findLinks(`${quark} ${baidu} ${quark}`, [])
    expect(links.map(({ start, end }) => [start, end])).toEqual([
      [0, quark.length],
      [quark.length + 1, quark.length + 1 + baidu.length],
    ])
  })
})

describe('the place of an anchor', () => {
  it.each([
    ['the address that it shows first', `看 ${quark} 自取`, `${quark} 自取`, quark, quark],
    ['from the address that it shows to its end', `看 ${quark} 自取`, `看 ${quark} 自取`, quark, `${quark} 自取`],
    ['with the code behind it', `看 ${tianyi}（访问码：x7k9）`, `看 ${tianyi}`, tianyi, `${tianyi}（访问码：x7k9）`],
    ['its label, also if the text shows the address later', `点击保存 ${quark}`, '点击保存', quark, '点击保存'],
  ])('is %s: %s', (_place, text, label, href, place) => {
    const found = linked(text, label, href)
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([place])
  })

  it('is before that of a share which its label shows, if it is not shown itself', () => {
    expect(brief(linked(`看 ${xunlei}`, `看 ${xunlei}`, `${xunlei}${quark}`))).toEqual([quarkKey, xunleiKey])
  })

  it('is no place of a share if it shows a path segment of another', () => {
    const segment = 'pan.quark.cn/s/0a1b2c3d4e5f'
    expect(brief(linked(`${baidu}/${segment}/x`, segment, segment))).toEqual([baiduKey])
  })
})

describe('anchors', () => {
  it('and the address they show are one link', () => {
    expect(linked(`夸克：${quark} 完`, quark, quark)).toMatchObject([
      { share: { key: quarkKey }, start: 3, end: 3 + quark.length },
    ])
  })

  it('say where an address ends that the text goes on behind', () => {
    expect(brief(linked(`${quark}abc123`, quark, quark))).toEqual([quarkKey])
  })

  it('win over a label that shows another share', () => {
    expect(brief(linked(`${baidu} 提取码：k3m9`, baidu, quark))).toEqual([`${quarkKey} k3m9`])
  })

  it('leave the shares of their label alone when they lead elsewhere', () => {
    expect(brief(linked(`看 ${quark}`, quark, 'https://t.me/demo_share'))).toEqual([quarkKey])
  })

  it('can hold two glued addresses', () => {
    const label = `${xunlei}?pwd=n5p8${quark}`
    expect(brief(linked(label, label, label))).toEqual([`${xunleiKey} n5p8`, quarkKey])
    expect(brief(linked('点击保存', '点击保存', label))).toEqual([`${xunleiKey} n5p8`, quarkKey])
  })

  it('take the code from their own label', () => {
    expect(brief(linked('夸克 提取码：qwer', '夸克 提取码：qwer', quark))).toEqual([`${quarkKey} qwer`])
    expect(brief(linked('密码：zzzz\n夸克 提取码：qwer', '夸克 提取码：qwer', quark))).toEqual([`${quarkKey} qwer`])
  })

  it('take the code that the text adds to the shown address', () => {
    expect(brief(linked(`${tianyi}（访问码：x7k9） 完`, tianyi, tianyi))).toEqual([`${tianyiKey} x7k9`])
    expect(
      brief(
        linked(
          'https://www.123pan.com/s/demoA-5ntrv?提取码:D3m0',
          'https://www.123pan.com/s/demoA-5ntrv?',
          'https://www.123pan.com/s/demoA-5ntrv',
        ),
      ),
    ).toEqual(['123:demoA-5ntrv D3m0'])
  })

  it('without a label are found at their place', () => {
    expect(findLinks('纸鹤', [{ start: 2, end: 2, href: quark }])).toMatchObject([
      { share: { key: quarkKey }, start: 2, end: 2 },
    ])
  })

  it('without a label do not cut a link of the text off from its code', () => {
    expect(
      brief(findLinks(`${baidu}\n提取码：k3m9`, [{ start: baidu.length, end: baidu.length, href: baidu }])),
    ).toEqual([`${baiduKey} k3m9`])
  })

  it('without a label do not take the code of the link before them when the text shows them elsewhere', () => {
    const text = `${baidu} 提取码：k3m9\n${quark}`
    const preview = { start: baidu.length + 1, end: baidu.length + 1, href: quark }
    expect(brief(findLinks(text, [preview]))).toEqual([`${baiduKey} k3m9`, quarkKey])
  })

  it('without a label do not take the code of the link before them when an anchor is that share already', () => {
    const anchors = [
      { start: 0, end: 2, href: baidu },
      { start: 3, end: 5, href: quark },
      { start: 5, end: 5, href: baidu },
    ]
    expect(brief(findLinks('百度\n夸克 提取码：qwer', anchors))).toEqual([baiduKey, `${quarkKey} qwer`])
  })

  it('with a hashtag or a page behind them are no links', () => {
    expect(linked('#纸鹤 看', '#纸鹤', '?q=%23%E7%BA%B8%E9%B9%A4')).toEqual([])
  })
})

describe('a link that an upstream lists', () => {
  const listedAt = (href: string, more: Partial<Anchor>) =>
    findLinks('纸鹤 密码: zzz9', [{ start: 0, end: 0, href, ...more }])
  const quark = 'https://pan.quark.cn/s/0a1b2c3d4e5f'

  it('has the access code it gives, before any that words say', () => {
    expect(listedAt(quark, { code: 'k3m9' })).toMatchObject([{ share: { type: 'quark' }, password: 'k3m9' }])
  })

  it('has the code of its address before the one given apart', () => {
    const baidu = 'https://pan.baidu.com/s/1aBcDeFgHiJkLmNoPqRsTuV?pwd=ab12'
    expect(listedAt(baidu, { code: 'k3m9' })).toMatchObject([{ password: 'ab12' }])
  })

  it.each(['', '无', 'null', 'NULL', 'none', '无需提取码', 'a b', 'x', '码 k3m9', 'k3m9（四位）', 'abcdef78901'])(
    'has no code when the field for it holds %j',
    (code) => {
      expect(findLinks('纸鹤', [{ start: 0, end: 0, href: quark, code }])).toMatchObject([{ password: '' }])
    },
  )

  it.each([' k3m9\n', 'abcdef7890', 'nullable', 'xnone'])('has the code %j of the field for it', (code) => {
    const password = code.trim()
    expect(findLinks('纸鹤', [{ start: 0, end: 0, href: quark, code }])).toMatchObject([{ password }])
  })

  it('has the given code also where the text shows the same share without one', () => {
    const found = findLinks(`纸鹤 ${quark}`, [{ start: 0, end: 0, href: quark, code: 'k3m9' }])
    expect(found).toMatchObject([{ password: 'k3m9' }])
  })

  it('has the given code rather than one of the text before it, and that of an address rather than the given', () => {
    const listed = (text: string) =>
      findLinks(text, [{ start: text.length, end: text.length, href: quark, code: 'k3m9' }])
    expect(listed(`${quark} 提取码：zzzz\n`)).toMatchObject([{ password: 'k3m9' }])
    expect(listed(`${quark}?pwd=ab12\n`)).toMatchObject([{ password: 'ab12' }])
  })

  it('is found where the text shows its address, also of a host nobody knows', () => {
    const href = 'https://new.test/s/ab'
    expect(findLinks(href, [{ start: 0, end: href.length, href, cloud: '' }])).toMatchObject([
      { share: { key: 'others:new.test/s/ab' } },
    ])
  })

  it('is of the cloud its host says, whatever the upstream calls it', () => {
    expect(listedAt(quark, { cloud: 'BDY' })).toMatchObject([{ share: { type: 'quark' } }])
  })

  it.each([
    ['QUARK', 'quark'],
    ['aliyundrive', 'aliyun'],
    [' 夸克网盘\n', 'quark'],
    ['', 'others'],
    ['whatever', 'others'],
    ['magnet', 'others'],
    ['ed2k', 'others'],
  ])('of a host nobody knows is of the cloud it is called: %j', (cloud, type) => {
    expect(findLinks('', [{ start: 0, end: 0, href: 'https://www.pan.new.test/s/ab?x=1#f', cloud }])).toMatchObject([
      {
        share: { type, key: 'others:pan.new.test/s/ab?x=1', password: '', url: 'https://www.pan.new.test/s/ab?x=1' },
        password: '',
      },
    ])
  })

  it.each([
    'https://new.test/',
    'javascript:alert(1)',
    'ftp://new.test/a',
    'ftp://new.test/https://a',
    'https://localhost/s/ab',
    '',
    'https://pan.baidu.com/disk/home',
    '/s/a',
  ])('is no share when its address can be none: %j', (href) => {
    expect(findLinks('', [{ start: 0, end: 0, href, cloud: 'BDY' }])).toEqual([])
  })

  it.each([
    ['https://x.test/s#AAA', 'others:x.test/s#AAA'],
    ['https://x.test/#/s/AAA', 'others:x.test#/s/AAA'],
    ['https://x.test/s/AAA#list', 'others:x.test/s/AAA'],
    ['https://x.test/s/b#/s/AAA', 'others:x.test/s/b#/s/AAA'],
    ['https://x.test/share#AAA', 'others:x.test/share#AAA'],
    ['https://a.www.test/s/AAA', 'others:a.www.test/s/AAA'],
    ['http://x.test/s/AAA', 'others:x.test/s/AAA'],
    ['https://x.test/s/AAA 提取码：1234', 'others:x.test/s/AAA'],
    [' https://x.test/s/AAA\n', 'others:x.test/s/AAA'],
  ])('of a host nobody knows is told from others there by what its address names: %j', (href, key) => {
    expect(findLinks('', [{ start: 0, end: 0, href, cloud: '' }])).toMatchObject([{ share: { key } }])
  })

  it('of a host nobody knows is no share when it is not listed as one', () => {
    expect(findLinks('', [{ start: 0, end: 0, href: 'https://new.test/s/ab' }])).toEqual([])
  })
})
