// Tests the invented corpus, which tests and benchmarks of the search judge by: the truth of its posts, and all traps.
import { expect, test } from 'vitest'
import { createCorpus } from './corpus.ts'
import type { Piece, Post } from './post.ts'

const corpus = createCorpus(1)
const channels = Array.from({ length: 60 }, (_, at) => `channel_${at}`)
const posts = channels.flatMap((channel) => corpus.postsOf(channel))

function hrefsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    if ('style' in piece) return hrefsOf(piece.of)
    return 'href' in piece ? [piece.href] : []
  })
}

/** All text of a post that can contain a link or an access code. */
function readable(post: Post): string {
  const buttons = (post.buttons ?? []).flat().flatMap(({ href, label }) => [href, label])
  return [post.text, ...hrefsOf(post.body), ...buttons].join('\n')
}

test('the same channel, seed and clock give the same posts, in any letter case; another seed gives others', () => {
  expect(createCorpus(1).postsOf('Demo_Share')).toEqual(corpus.postsOf('demo_share'))
  expect(createCorpus(2).postsOf('demo_share')).not.toEqual(corpus.postsOf('demo_share'))
})

test('a share has one access code wherever it is given', () => {
  const codes = new Map<string, Set<string>>()
  for (const { type, code, password } of posts.flatMap((post) => post.truth)) {
    if (password === '') continue
    const known = codes.get(`${type}:${code}`) ?? new Set()
    codes.set(`${type}:${code}`, known.add(password))
  }
  expect([...codes.values()].filter((known) => known.size > 1)).toEqual([])
})

test('what the truth says can be read in the post: title, code and access code', () => {
  let checked = 0
  for (const post of posts) {
    const text = readable(post).replaceAll(/\u200b|\u200d|\ufeff/g, '')
    const open = `${text}\n${text.replaceAll(/(%[0-9A-F]{2})+/g, (run) => decodeURIComponent(run))}`
    for (const { type, code, password, work } of post.truth) {
      expect(open).toContain(work)
      expect(open).toContain(password)
      if (type === 'magnet') continue
      const shown = type === 'baidu' ? code.replace(/^1/, '') : (code.split(':')[0] ?? '')
      expect(open.toLowerCase()).toContain(shown.toLowerCase())
      checked++
    }
  }
  expect(checked).toBeGreaterThan(5000)
})

test('all fourteen cloud types appear', () => {
  expect(new Set(posts.flatMap((post) => post.truth.map(({ type }) => type))).size).toBe(14)
})

/** A pattern for each trap of cloud-links.md section 4 that is visible in the text; some post must match it. */
const trapPatterns: ReadonlyArray<readonly [string, RegExp]> = [
  ['1: a label glued behind an address', /https?:\/\/[\x21-\x7e]+(百度|夸克|阿里|迅雷|天翼|移动|光鸭|度盘)/],
  ['1: letters glued behind a hex code', /pan\.quark\.cn\/s\/[0-9a-f]{12}UC/],
  ['2: the next address glued', /[0-9A-Za-z#]https:\/\/(pan|www|drive|115|cloud|caiyun)/],
  ['3: wide punctuation', /https?:\/\/[\x21-\x7e]+[，。；！、]/],
  ['3: a wide blank', /https?:\/\/[\x21-\x7e]+\u3000/],
  ['4: emoji behind an address', /https?:\/\/[\x21-\x7e]+\p{Extended_Pictographic}/u],
  ['5: an ASCII tail', /\/s\/[0-9a-f]{12}[.,;'|*~>]\n/],
  ['5: brackets around an address', /[([]https?:\/\/[\x21-\x7e]+[)\]]/],
  ['5: quotes around an address', /"https?:\/\/[\x21-\x7e]+"/],
  ['6: an ampersand in a shown address', /\?from=share&pwd=/],
  ['7: a percent-encoded address inside another', /\?(url|link)=https?%3A%2F%2F/],
  ['8: a short link', /https:\/\/(t\.cn|bit\.ly|url\.cn)\//],
  ['9: a t.me link', /https:\/\/t\.me\//],
  ['10: a tail behind #', /#\/list\/share/],
  ['10: a title behind #', /115\.com\/s\/\w+\?password=\w+#[^\s&]/],
  ['10: a code behind #', /yun\.139\.com\/shareweb\/#\/w\/i\/\w/],
  ['11: tracking', /[?&](entry|from|channel|origin)=/],
  ['12: plain http', /http:\/\/pan\.xunlei\.com/],
  ['12: an alias host', /https:\/\/(anxia\.com|123684\.com|www\.aliyundrive\.com)\//],
  ['16: a folder', /\/folder\/[0-9a-f]{40}/],
  ['17: init?surl=', /share\/init\?surl=[\w-]{22}/],
  ['18: host in capitals', /https:\/\/PAN\./],
  ['18: scheme in capitals', /HTTPS:\/\//],
  ['18: a blank in the scheme', /https:\/\/ \w/],
  ['18: a wide colon in the scheme', /https：\/\//],
  ['19: a base32 hash', /btih:[A-Z2-7]{32}(?![A-Z2-7])/],
  ['20: a promise', /链接：稍后补/],
  ['21: a year in brackets', /\(203\d\)/],
  ['22: invisible letters', /\/s\/\w+(\u200b|\u200d|\ufeff)\w+/],
  ['an archive password', /解压密码：/],
  ['a wide access code in an address', /cloud\.189\.cn\/t\/\w{12}（访问码：\w{4}）/],
  ['a code before its link', /提取码 \w{4} 链接 /],
  ['an address without scheme', /[：:]pan\.quark\.cn\/s\//],
]

test.each(trapPatterns)('trap %s is in the corpus', (_name, pattern) => {
  expect(posts.some((post) => pattern.test(readable(post)))).toBe(true)
})

test('trap 13: the same share stands in one post with its code and in another without', () => {
  const given = new Map<string, Set<boolean>>()
  for (const { type, code, password } of posts.flatMap((post) => post.truth)) {
    const seen = given.get(`${type}:${code}`) ?? new Set()
    given.set(`${type}:${code}`, seen.add(password !== ''))
  }
  expect([...given.values()].some((seen) => seen.size === 2)).toBe(true)
})

test('trap 15: several drives for one work, and several works in one post', () => {
  expect(posts.some((post) => post.truth.length > 2 && new Set(post.truth.map((one) => one.work)).size === 1)).toBe(
    true,
  )
  expect(posts.some((post) => new Set(post.truth.map((one) => one.work)).size > 3)).toBe(true)
})

test('trap 20: a code without a link is the truth of nothing', () => {
  const promises = posts.filter((post) => post.text.includes('资源整理中'))
  expect(promises.length).toBeGreaterThan(0)
  expect(promises.flatMap((post) => post.truth)).toEqual([])
})

test('every part of section 4 is used: albums, forwards, replies, buttons, previews, documents, polls, odd media', () => {
  const has = (test: (post: Post) => boolean): boolean => posts.some(test)
  const parts = {
    album: has((post) => post.ids.length > 2),
    forward: has((post) => post.forward?.from !== undefined),
    hiddenForward: has((post) => post.forward !== undefined && post.forward.from === undefined),
    reply: has((post) => post.reply !== undefined),
    buttons: has((post) => (post.buttons?.length ?? 0) > 1),
    preview: has((post) => post.preview !== undefined),
    document: has((post) => post.document !== undefined),
    poll: has((post) => post.poll !== undefined),
    service: has((post) => post.service === true),
    unsupported: has((post) => post.unsupported === true),
    sticker: has((post) => post.media?.includes('sticker') ?? false),
    location: has((post) => post.media?.includes('location') ?? false),
    labelOnly: has((post) => post.text.includes('点击保存')),
  }
  expect(Object.entries(parts).filter(([, found]) => !found)).toEqual([])
})
