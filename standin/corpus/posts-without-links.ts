// Posts without a share: service messages, polls, notes, voice messages.
import type { SeededRandom } from '../seeded-random.ts'
import type { Draft, Piece } from './post.ts'
import { englishSentences, mentions, sentences } from './vocabulary.ts'

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
