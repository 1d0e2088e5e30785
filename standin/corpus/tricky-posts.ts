// Posts without a share, and posts that are hard to parse (cloud-links.md section 4); each is still unambiguous for people.
import type { SeededRandom } from '../seeded-random.ts'
import { spellingsOf } from './link-formats.ts'
import type { Draft, Piece, Truth } from './post.ts'
import { describe, headline, type Style } from './post-styles.ts'
import { driveLabel, linkPieces, mergeTruth, pickSpelling, truthOf } from './share-lines.ts'
import type { Share } from './shares.ts'
import { englishSentences, mentions, sentences, tailEmoji } from './vocabulary.ts'
import type { Work } from './works.ts'

/** The first message of every channel. */
export const channelCreated: Draft = { body: ['Channel created'], truth: [], service: true }

function notice(chance: SeededRandom): Draft {
  const body: readonly Piece[] = chance.pick<readonly Piece[]>([
    ['Channel photo updated'],
    ['Channel name was changed to «', { style: 'b', of: ['演示分享站'] }, '»'],
    [{ style: 'b', of: ['演示分享站'] }, ' pinned «置顶：使用说明»'],
  ])
  return { body, truth: [], service: true }
}

function poll(chance: SeededRandom): Draft {
  const options = ['纪录片', '老电影', '有声书', '无损音乐', '课程'].slice(0, chance.whole(2, 5))
  return { body: [], truth: [], poll: { question: '下周想看哪一类？', options } }
}

function note(chance: SeededRandom): Draft {
  const body: Piece[] = ['📌 频道说明\n\n', chance.some(sentences, 5).join(''), '\n\n']
  body.push(
    { style: 's', of: ['旧规则已作废'] },
    ' ',
    { style: 'u', of: ['新规则见下'] },
    '\n',
    { style: 'code', of: ['/search 纸鹤'] },
    '\n',
  )
  body.push({ style: 'tg-spoiler', of: ['彩蛋在最后一集'] }, '\n', { mention: chance.pick(mentions) })
  return { body, truth: [], media: [chance.pick(['photo', 'location'])] }
}

function oddMedia(chance: SeededRandom): Draft {
  const media = chance.pick(['sticker', 'voice', 'round-video', 'big-video'] as const)
  return { body: media === 'sticker' ? [] : [chance.some(englishSentences, 3).join(' ')], truth: [], media: [media] }
}

function leaflet(chance: SeededRandom): Draft {
  const body: Piece[] = [chance.some(sentences, 3).join('')]
  const href = 'https://example.org/note'
  return {
    body,
    truth: [],
    preview: {
      href,
      site: 'Example',
      title: 'Note',
      description: chance.some(englishSentences, 2).join(' '),
      image: 'right',
    },
  }
}

/** Writes a post that is not about a work. */
export function writeAside(chance: SeededRandom): Draft {
  return chance.pick([notice, poll, note, oddMedia, leaflet])(chance)
}

/** The shares of a work that have a web URL; every work has at least one. */
function webShares(work: Work): readonly Share[] {
  return work.shares.filter((share) => !['magnet', 'ed2k', 'others'].includes(share.type))
}

/** The format that contains the access code, if there is one. */
function selfContained(share: Share, chance: SeededRandom): string {
  const complete = spellingsOf(share).filter((spelling) => share.password === '' || spelling.carriesCode)
  return complete.length > 0 ? chance.pick(complete).url : pickSpelling(share, chance).url
}

function isComplete(share: Share): boolean {
  return share.password === '' || spellingsOf(share).some((spelling) => spelling.carriesCode)
}

function close(work: Work, body: readonly Piece[], truth: readonly Truth[], chance: SeededRandom): Draft {
  return {
    body: [headline(work), '\n', ...body, '\n\n', describe(work, chance, 3, 5)],
    truth: mergeTruth(truth),
    media: ['photo'],
  }
}

/** Trap 2: the next URL follows without a space. */
const gluedAddresses: Style = (work, _more, chance) => {
  const shares = webShares(work).filter(isComplete).slice(0, 3)
  const urls = shares.map((share) => selfContained(share, chance))
  return close(
    work,
    [urls.join('')],
    shares.map((share) => truthOf(share, work.title, true)),
    chance,
  )
}

/** Trap 1: the anchor includes the words after the link, as Telegram's link detection does with letters. */
const swallowedLabel: Style = (work, _more, chance) => {
  const share = webShares(work).find((one) => one.password === '')
  if (share === undefined) return gluedAddresses(work, [], chance)
  const [first] = spellingsOf(share)
  const url = `${first?.url ?? ''}${chance.pick(['大小', '百度网盘', '资源来自频道', share.type === 'quark' && share.form === 'hex' ? 'UC' : '备用'])}`
  return close(work, ['链接：', { href: url, label: url }, '：见下方说明'], [truthOf(share, work.title, true)], chance)
}

/** Trap 7: the URL is percent-encoded inside another URL. */
const wrapped: Style = (work, _more, chance) => {
  const share = chance.pick(webShares(work))
  const inner = encodeURIComponent(selfContained(share, chance))
  const url = chance.pick([
    `https://go.example.net/jump?url=${inner}`,
    `https://link.example.org/?from=tg&target=${inner}`,
    `https://example.com/go?link=${inner}&utm_source=channel`,
  ])
  const link: Piece = chance.happens(0.5) ? { href: url, label: '点击跳转' } : { href: url, label: url }
  return close(
    work,
    [`${driveLabel(share.type, chance)}：`, link],
    [truthOf(share, work.title, isComplete(share))],
    chance,
  )
}

/** Traps 18 and 22: a scheme in capitals, a space or a full-width colon in it, invisible characters. */
const oddLetters: Style = (work, _more, chance) => {
  const share = chance.pick(webShares(work))
  const url = selfContained(share, chance)
  const middle = url.indexOf('/s/') > 0 ? url.indexOf('/s/') + 6 : url.length - 2
  const invisible = chance.pick(['\u200b', '\u200d', '\ufeff'])
  const odd = chance.pick([
    url.replace(/^https?:\/\//, 'https：//'),
    url.replace(/^https?:\/\//, 'https:// '),
    url.replace(/^https?/, 'HTTPS'),
    `${url.slice(0, middle)}${invisible}${url.slice(middle)}`,
    `${url.slice(0, middle)}${invisible}${url.slice(middle)}`,
  ])
  return close(
    work,
    [`${driveLabel(share.type, chance)}：${odd}`],
    [truthOf(share, work.title, isComplete(share))],
    chance,
  )
}

/** Traps 12 and 13: one share three times, with different hosts, with and without its code. */
const repeated: Style = (work, _more, chance) => {
  const share = chance.pick(webShares(work))
  const urls = [selfContained(share, chance), ...chance.some(spellingsOf(share), 2).map((spelling) => spelling.url)]
  const body = urls.flatMap((url): Piece[] => ['\n备用：', { href: url, label: url }])
  return close(work, body.slice(1), [truthOf(share, work.title, isComplete(share))], chance)
}

/** An archive's password is not an access code. */
const archivePassword: Style = (work, _more, chance) => {
  const share = webShares(work).find(isComplete) ?? chance.pick(webShares(work))
  const link = linkPieces(selfContained(share, chance), chance)
  return close(
    work,
    ['下载：', ...link, chance.pick(['\n解压码：trawl', '\n解压密码：demo', ' 解压码: 2ab4'])],
    [truthOf(share, work.title, isComplete(share))],
    chance,
  )
}

/** Magnet and ed2k links as plain text, one per line. */
const pasted: Style = (work, more, chance) => {
  const body: Piece[] = []
  const truth: Truth[] = []
  for (const one of [work, ...more]) {
    for (const share of one.shares.filter((candidate) => candidate.type === 'magnet' || candidate.type === 'ed2k')) {
      body.push(`\n${one.title}丨磁力：${chance.pick(spellingsOf(share)).url}`)
      truth.push(truthOf(share, one.title, true))
    }
  }
  return close(work, body, truth, chance)
}

/** Traps 8, 9, 20: URLs that are not shares, and codes or promises without a link. */
const nothingThere: Style = (work, _more, chance) => {
  const url = chance.pick([
    'https://t.cn/A6demo12',
    'https://bit.ly/3demoXy',
    'https://url.cn/5demo7',
    'https://telegra.ph/demo-11-20',
    'https://t.me/demo_share/302',
  ])
  const text: readonly Piece[] = chance.pick<readonly Piece[]>([
    ['链接：稍后补'],
    ['链接：资源整理中，今晚更新\n提取码：k3m9'],
    ['短链：', { href: url, label: url }],
    ['合集见 ', { href: 'https://t.me/demo_share/302', label: '置顶消息' }, ' 或 ', { mention: 'demo_bot' }],
    [
      '官网 ',
      { href: 'https://pan.baidu.com/', label: 'https://pan.baidu.com/' },
      ' 与 ',
      { href: 'https://115.com/', label: 'https://115.com/' },
    ],
    [
      '别信 ',
      { href: 'https://x115.com/s/aaaa', label: 'https://x115.com/s/aaaa' },
      ` ${chance.pick(tailEmoji)} 不是网盘`,
    ],
  ])
  return close(work, text, [], chance)
}

/** Posts with traps and their relative frequencies, on the scale of `styles`. */
export const traps: ReadonlyArray<readonly [Style, number]> = [
  [gluedAddresses, 2],
  [swallowedLabel, 2],
  [wrapped, 2],
  [oddLetters, 2],
  [repeated, 2],
  [archivePassword, 1],
  [pasted, 2],
  [nothingThere, 3],
]
