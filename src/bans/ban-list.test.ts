// Bans: parsing, matching and changes.
import { describe, expect, it } from 'vitest'
import { ban, createTestBans, lift } from '../../test/kit/disk.ts'
import { shareIdentity } from '../search/ban-identity.ts'
import { createBanParser } from './parse-ban.ts'

const read = createBanParser(shareIdentity.keyOf)

describe('a ban as people write it', () => {
  it.each([
    ['share', ' https://pan.baidu.com/s/1AbCdEfGhIjKlMnOpQrStUv?pwd=k3m9 ', 'baidu:1AbCdEfGhIjKlMnOpQrStUv'],
    ['share', 'https://pan.baidu.com/share/init?surl=AbCdEfGhIjKlMnOpQrStUv', 'baidu:1AbCdEfGhIjKlMnOpQrStUv'],
    ['share', 'https://files.example.org/s/abc/', 'others:files.example.org/s/abc'],
    ['share', 'https://files.example.org/a/%62/%e4%b8%80', 'others:files.example.org/a/b/%E4%B8%80'],
    ['share', 'https://drive.uc.cn/s/ABCDEF0123456', 'uc:abcdef0123456'],
    ['word', '  Ａｃｍｅ \t Film ', 'acme film'],
    ['word', '敏\u200b感', '敏感'],
    ['channel', '@SomeChannel', 'somechannel'],
    ['channel', 'https://t.me/s/SomeChannel', 'somechannel'],
    ['host', '*.Example.ORG.', 'example.org'],
    ['host', '例子.测试', 'xn--fsqu00a.xn--0zwm56d'],
    ['host', '192.0.2.7', '192.0.2.7'],
  ] as const)('%s %j is known by %s', (kind, text, key) => {
    expect(read(kind, text)).toMatchObject({ kind, key })
  })

  it.each([
    ['share', 'https://pan.baidu.com/disk/main', 'the address of a share'],
    ['share', 'hello', 'the address of a share'],
    ['share', `https://files.example.org/${'a'.repeat(2_000)}`, 'the address of a share'],
    ['word', '禁', '2 to 100 characters'],
    ['word', 'a'.repeat(101), '2 to 100 characters'],
    ['word', 'a\u200b', '2 to 100 characters'],
    ['channel', 't.me/some/7', 'must be a channel'],
    ['host', 'https://example.org', 'a host name'],
    ['host', 'example.org/path', 'a host name'],
    ['host', 'example.org:80', 'a host name'],
    ['host', 'org', 'a host name'],
    ['host', '[::1]', 'a host name'],
    ['host', '1.2.3.4.5', 'a host name'],
  ] as const)('%s %j is none, and what is allowed is said', (kind, text, allowed) => {
    expect(() => read(kind, text)).toThrow(allowed)
  })
})

describe('banned hosts', () => {
  const bans = createTestBans(['host', 'bad.example'], ['host', '例子.测试'])

  it.each([
    'https://bad.example',
    'http://BAD.example:8080/x',
    'https://a.b.bad.example/x?y#z',
    'https://user:word@bad.example/',
    'https://bad.example./',
    'HTTPS:\\\\bad.example\\x',
    'https://例子.测试/s/1',
    'https://good.example/?u=https://bad.example/',
    'https://good.example/?target=https%3A%2F%2Fbad.example%2Fx&y',
    'https://good.example/a/http://one.example/https://bad.example',
    'weixin://dl?u=https://bad.example',
  ])('hold %s', (address) => {
    expect(bans.isHostBanned(address)).toBe(true)
  })

  it.each([
    'https://notbad.example/',
    'https://bad.example.org/',
    'https://good.example/?u=https://notbad.example/',
    'https://good.example/bad.example',
    'https://example/',
    'magnet:?xt=urn:btih:0123456789abcdef0123456789abcdef01234567&tr=http://bad.example/',
    'bad.example',
    '',
  ])('do not hold %j', (address) => {
    expect(bans.isHostBanned(address)).toBe(false)
  })

  it.each([
    'see https://x.bad.example/1',
    'https%3A%2F%2Fbad%2Eexample%2Fx',
    '网盘bad.example。',
    'bad.example。more to come',
    '例子.测试',
    'ｂａｄ．example',
    'bad。example',
    'bad｡example',
    'b\u200bad.\u2063example',
    `${'x.'.repeat(200)}bad.example`,
    '网盘_bad.example_4K',
    'some_words_bad.example',
    '网盘-bad.example-',
    'bad.example…',
  ])('are named by the text %j', (text) => {
    expect(bans.namesBannedHost(text)).toBe(true)
  })

  it.each(['notbad.example', 'not-bad.example', 'bad.example.org', 'a bad. example', 'bad', 'b.ad.example'])(
    'are not named by the text %j',
    (text) => {
      expect(bans.namesBannedHost(text)).toBe(false)
    },
  )

  it.each([
    ['letters', 'a'.repeat(200_000)],
    ['labels', `${'a.'.repeat(8_000)}a `.repeat(300)],
    ['dashes', `${'-'.repeat(200_000)}.a`],
    ['underscores', `${'_'.repeat(200_000)}.a`],
  ])('are looked for in time that grows with a text of many %s', (_what, text) => {
    expect(bans.namesBannedHost(`${text}.${'a'.repeat(300)}`)).toBe(false)
  })

  it('may have underscores themselves', () => {
    const own = createTestBans(['host', 'my_site.example'])
    const texts = ['at my_site.example', 'at site.example']
    expect(texts.map((text) => own.namesBannedHost(text))).toEqual([true, false])
  })
})

describe('banned words', () => {
  it('are found in whatever letters, and where signs nobody sees stand between them', () => {
    const bans = createTestBans(['word', 'Acme Film'], ['word', '机密'], ['word', '机密文件'])
    const texts = ['the ＡＣＭＥ film', 'x机\u200b密', '机 密', 'acme', '', '文件机密', 'acme　film']
    expect(texts.map((text) => bans.hasBannedWord(text))).toEqual([true, true, false, false, false, true, true])
  })

  it.each(['\u2063', '\u202a', '\ufe0f', '\u3164', '\u180e', '\u00ad', '\u{e0041}'])(
    'are found with the sign %j, which nobody sees, in text or ban',
    (sign) => {
      expect(createTestBans(['word', '三体']).hasBannedWord(`x三${sign}体`)).toBe(true)
      expect(createTestBans(['word', `三${sign}体`]).hasBannedWord('x三体')).toBe(true)
    },
  )

  it.each(['三体  第一季', '三体\u00a0第一季', '三体\n\n第一季', '三体 \t第一季', '三体\u200b \u200b 第一季'])(
    'are found whatever blanks stand between them: %j',
    (text) => {
      expect(createTestBans(['word', '三体 第一季']).hasBannedWord(text)).toBe(true)
      expect(createTestBans(['word', text]).hasBannedWord('三体 第一季')).toBe(true)
    },
  )

  it.each([
    ['死神少爷', '死神少爺與黑女僕'],
    ['進擊的巨人', '进击的巨人 最终季'],
    ['X-Men: First', 'X-Men.First.Class.2011'],
    ['greys anatomy', 'Grey’s Anatomy S15'],
    ['哈利波特', '哈利·波特'],
    ['pokemon', 'Pokémon'],
  ])('%j are found in %j, whatever characters, accents and punctuation it has', (word, text) => {
    expect(createTestBans(['word', word]).hasBannedWord(text)).toBe(true)
  })

  it.each([
    ['！！', '快看!!', '快看！'],
    ['三!', '第三！', '三体'],
    ['[广]', '【三】[广]', '广州'],
  ])('of less than two letters are found with their punctuation: %s in %s, not in %s', (word, text, other) => {
    expect([text, other].map((one) => createTestBans(['word', word]).hasBannedWord(one))).toEqual([true, false])
  })

  it('are looked for in each text by itself', () => {
    const bans = createTestBans(['word', '三体 第一季'])
    expect([bans.hasBannedWord('三体', '第一季'), bans.hasBannedWord('x', '三体 第一季')]).toEqual([false, true])
  })

  it('are told from those that begin alike', () => {
    const bans = createTestBans(['word', 'abcd'], ['word', 'abef'])
    expect(['abce', 'abababef', 'xabcd', 'abc'].map((text) => bans.hasBannedWord(text))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

it('shares and channels are banned by what they are, not by how they are written', () => {
  const bans = createTestBans(['share', 'https://pan.quark.cn/s/0a1b2c3d4e5f'], ['channel', 't.me/Some_Channel'])
  expect([bans.isShareBanned('quark:0a1b2c3d4e5f'), bans.isShareBanned('quark:1a1b2c3d4e5f')]).toEqual([true, false])
  expect([bans.isChannelBanned('sOME_channel'), bans.isChannelBanned('some')]).toEqual([true, false])
  expect(bans.isAddressBanned('http://pan.quark.cn/s/0a1b2c3d4e5f#/list')).toBe(true)
})

it.each([
  ['https://wwa.lanzoui.com/iAbCd12', 'https://www.lanzoux.com/iAbCd12'],
  ['https://wwa.lanzoui.com/iAbCd12', 'https://lanzouw.com/iAbCd12?x=1'],
  ['https://files.example/a/b', 'https://files.example/%61/%62'],
  ['https://files.example/a/%E4%B8%80', 'https://files.example/a/%e4%b8%80'],
  ['https://files.example/a/b', 'https://good.example/?target=https%3A%2F%2Ffiles.example%2Fa%2Fb&x=1'],
  ['https://files.example/a/b', 'https://good.example/?target=https://files.example/a/b&x=1'],
  ['https://drive.uc.cn/s/abcdef0123456', 'https://drive.uc.cn/s/ABCDEF0123456'],
])('the ban of the share %s holds for %s', (value, address) => {
  expect(createTestBans(['share', value]).isAddressBanned(address)).toBe(true)
})

it('the ban of a share holds for other keys of it', () => {
  const bans = createTestBans(['share', 'https://wwa.lanzoui.com/iAbCd12'])
  const keys = ['others:wwa.lanzoui.com/iAbCd12', 'others:lanzoux.com/iAbCd12', 'others:lanzoux.com/iAbCd13']
  expect(keys.map((key) => bans.isShareBanned(key))).toEqual([true, true, false])
})

it.each([
  ['https://wwa.lanzoui.com/iAbCd12', 'https://wwa.lanzoui.com/iAbCd13'],
  ['https://files.example/a/b', 'https://files.example/a%2Fb'],
  ['https://files.example/a/b', 'https://files.example/a/B'],
])('the ban of the share %s does not hold for %s', (value, address) => {
  expect(createTestBans(['share', value]).isAddressBanned(address)).toBe(false)
})

describe('a change', () => {
  it('is heard by all before it is done, with whether more is banned', async () => {
    const bans = createTestBans()
    const heard: unknown[] = []
    bans.onChange(async (isMore) => {
      await Promise.resolve()
      heard.push([isMore, bans.version(), bans.isEmpty()])
    })
    await ban(bans, 'word', 'acme')
    expect(heard).toEqual([[true, 1, false]])
    await ban(bans, 'word', 'ACME')
    await lift(bans, 'word', 'ＡＣＭＥ')
    expect(heard).toEqual([
      [true, 1, false],
      [false, 2, true],
    ])
  })

  it('of one thing that cannot be lifted changes nothing', async () => {
    const bans = createTestBans(['word', 'acme'])
    const change = {
      add: [{ ...read('word', 'other'), note: '' }],
      remove: [read('word', 'acme'), read('word', 'no one')],
    }
    expect(await bans.change(change)).toMatchObject({ state: 'missing', problem: 'word no one is not banned' })
    expect(bans.all().map(({ value }) => value)).toEqual(['acme'])
    expect(bans.version()).toBe(0)
  })

  it('of the interface leaves the file alone, and one of the file the interface', async () => {
    const bans = createTestBans()
    await bans.setFile([read('word', 'acme'), read('word', 'both'), read('word', 'ACME')])
    await ban(bans, 'word', 'both')
    expect(await bans.change({ add: [], remove: [read('word', 'acme')] })).toMatchObject({ state: 'of the file' })
    await bans.setFile([])
    expect(bans.all().map(({ value, from }) => [value, from])).toEqual([['both', 'api']])
    expect([bans.hasBannedWord('acme'), bans.hasBannedWord('both')]).toEqual([false, true])
  })

  it('of the file to what it was already is none', async () => {
    const bans = createTestBans()
    await bans.setFile([read('word', 'acme')])
    await bans.setFile([read('word', 'acme')])
    expect(bans.version()).toBe(1)
  })
})
