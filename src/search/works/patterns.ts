// Marks with numbers: years, seasons, episodes, resolutions, sizes. Each pattern is tried where a title has the character it begins with.
import { type MarkName, numbered } from './mark.ts'
import { readNumeral } from './numerals.ts'

/** A sticky expression; its groups `from` and `to` are numerals, `skip` is a piece before the mark that does not belong to it. */
interface Pattern {
  readonly name: MarkName
  readonly form: RegExp
  readonly numbers?: (groups: Readonly<Record<string, string | undefined>>) => readonly number[]
}

function range({ from, to, last = to }: Readonly<Record<string, string | undefined>>): readonly number[] {
  return numbered(readNumeral(from ?? ''), last === undefined ? undefined : readNumeral(last))
}

/** 全六季 has the seasons from 1. */
function upTo({ to }: Readonly<Record<string, string | undefined>>): readonly number[] {
  return numbered(1, readNumeral(to ?? ''))
}

const year = { name: 'year', numbers: range } as const
const season = { name: 'season', numbers: range } as const
const episodes = { name: 'episodes' } as const

const inDigits: readonly Pattern[] = [
  // 25.6GB, 88.2 G, 1.8T
  { name: 'size', form: /\d{1,4}(?:\.\d{1,3})?\s?(?:[tgmk]i?b|[tgm](?![a-z\d]))/y },
  // 1280x720
  { name: 'quality', form: /\d{3,4}x\d{3,4}(?!\d)/y },
  // 2019.10.25, 2019 10 25, 25/10/2019
  { ...year, form: /(?<from>(?:19|20)\d\d)[.\-/ ](?:0[1-9]|1[0-2])[.\-/ ][0-3]\d(?!\d|p)/y },
  { ...year, form: /[0-3]\d\/[01]\d\/(?<from>20\d\d)(?!\d)/y },
  { ...year, form: /[0-3]?\d[ .\-/][0-3]?\d[ .\-/](?<from>20\d\d)(?!\d|p)/y },
  {
    ...year,
    form: /[0-3]?\d(?:st|nd|rd|th)?[ .](?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}[ .](?<from>20\d\d)(?!\d)/y,
  },
  // 1962-2021
  { name: 'years', form: /(?:19|20)\d\d\s?[-~–至]\s?(?:(?:19|20)\d\d|\d\d)(?!\d|集|话|期|回)/y },
  // 2160p, 1080i, 4K, 60帧, 60fps, 10bit
  { name: 'quality', form: /\d{3,4}[pi](?![a-z])/y },
  { name: 'quality', form: /[248]k(?![a-z]{4})/y },
  { name: 'quality', form: /\d{2,3}\s?(?:帧|fps)/y },
  { name: 'codec', form: /\d{1,2}-?bits?(?![a-z])/y },
  // 1-35季, 3季全, 7季
  { ...season, form: /(?<from>\d{1,2})\s?[-~至到+]\s?(?<to>\d{1,2})\s?季全?/y },
  { name: 'season', form: /(?<to>\d{1,2})季[全合]/y, numbers: upTo },
  { ...season, form: /(?<from>\d{1,2})季/y },
  // 1-328集, 36集全, 40集完结, 139话完, 1-105卷, 12回
  { ...episodes, form: /\d{1,4}\s?[-~至到]\s?\d{1,4}\s?[集话話回期卷册章讲](?:全|已?完结?)?/y },
  { ...episodes, form: /\d{1,4}\s?[集话回期卷册章讲](?:全|已?完结?)?/y },
  // 1-9部, 15部, 1+2
  { name: 'parts', form: /(?<from>\d{1,2})\s?[-~至到+&、]\s?(?<to>\d{1,2})\s?部(?:曲|全|合集)?/y, numbers: range },
  { name: 'parts', form: /(?<to>\d{1,3})\s?部(?:曲|全|合集|剧场版|电影)?/y, numbers: upTo },
  { ...season, form: /(?<from>\d{1,2})(?:st|nd|rd|th|ª|º)? (?:season|temporada)/y },
  { name: 'edition', form: /\d(?:st|nd|rd|th) edition/y },
  { name: 'version', form: /\d{1,3}\.\d{1,3}\.\d{1,5}(?![a-z\d])/y },
  // 7.1 and 5.1 sound
  { name: 'audio', form: /[567][. ]1(?!\d|[a-z])/y },
  { name: 'audio', form: /\d{2,3}(?:\.\d)?khz/y },
  // 86版, 1994版
  { name: 'year', form: /(?<from>[3-9]\d)版/y, numbers: ({ from }) => [1900 + Number(from)] },
  // Year, but not the number of an episode
  { ...year, form: /(?<from>(?:19[0-9]|20[0-3])\d)(?![\dxpi]|集|话|期|回|部|章|款|本|首)年?/y },
  // 009-030, 1-291, (01 - 12)
  { ...episodes, form: /\d{1,4}\s?[-~]\s?\d{3,4}(?![\dpi])(?:\+movies)?(?:\+specials)?(?:tv)?/y },
  { ...episodes, form: /0\d{1,3}\s?[-~]\s?\d{2,4}(?![\dpi])/y },
  // 1-3, 1+2, 1&2: parts of a series of films
  { name: 'parts', form: /(?<from>\d)\s?[-~至+&、]\s?(?<to>\d{1,2})(?![\dxpik.])/y, numbers: range },
]

/** 04x12; the season is a mark of its own. */
const inEpisodeCode: readonly Pattern[] = [{ ...season, form: /(?<from>\d{1,2})(?=x\d{2,3}(?!\d))/y }]

const inLetters: ReadonlyMap<string, readonly Pattern[]> = new Map([
  [
    's',
    [
      { ...season, form: /s(?<from>\d{1,3})(?:\s?[-~+]\s?s?(?<to>\d{1,2})(?![\da-z]))?(?=[^a-z\d]|$|x?e\d|ep\d)/y },
      { ...season, form: /season[ ._](?<from>one|two|three|four)(?![a-z])/y },
      {
        ...season,
        form: /(?:season|sezon(?:ul)?|series|saison|staffel|stagione)s?[ ._:]{0,2}(?<from>\d{1,2})(?:(?:-| -|&| & |\+| to |~)(?<to>\d{1,2})|\s-\s(?<last>\d{1,2})(?=\s\+))?(?![\da-z]|x\d)/y,
      },
    ],
  ],
  ['с', [{ ...season, form: /сезон[ы:]{0,2} ?(?<from>\d{1,2})(?:-(?<to>\d{1,2}))?(?!\d)/y }]],
  ['t', [{ ...season, form: /temp(?:orada)?s?[ ._](?<from>\d{1,2})(?!\d)/y }]],
  [
    'e',
    [
      { ...episodes, form: /ep?\d{1,4}(?:v\d)?(?:[-+~]?ep?\d{1,4}){0,40}(?:[-~]\d{1,4})?(?![a-z\d])/y },
      {
        ...episodes,
        form: /(?:ep(?:isode)?s?|episodio|épisode)[ ._]{0,2}\d{1,4}(?:v\d)?(?:\s?[-~]\s?\d{1,4})?(?![a-z\d])/y,
      },
    ],
  ],
  [
    'x',
    [
      { name: 'codec', form: /x\.?26[456]/y },
      { ...episodes, form: /(?<skip>x)\d{2,3}(?:-\d{2,3})?(?![a-z\d])/y },
    ],
  ],
  ['o', [{ name: 'noise', form: /(?:ova|oad)\d{1,2}(?![a-z\d])/y }]],
  ['h', [{ name: 'codec', form: /h[. ]?26[456]/y }]],
  [
    'v',
    [
      // Vol. 2 of a series of films
      { name: 'part', form: /vol(?:ume)?[. ]{0,2}(?<from>\d)(?![a-z\d-])/y, numbers: range },
      { ...episodes, form: /vol\.?\s?\d{1,4}(?:-\d{1,4})?(?![a-z\d])/y },
      { name: 'version', form: /v\d{1,3}(?:\.\d{1,5}){1,4}[a-o]?(?![a-z\d])/y },
    ],
  ],
  [
    'p',
    [
      {
        name: 'part',
        form: /(?:part|chapter)[ ._](?<from>one|two|three|four|[1-4]|i{1,3}|iv)(?![a-z\d])/y,
        numbers: range,
      },
    ],
  ],
  ['c', [{ ...episodes, form: /cap(?:itulo)?[ ._]\d{1,4}(?!\d)/y }]],
  ['f', [{ ...episodes, form: /folge[ ._]?\d{1,4}(?!\d)/y }]],
  ['b', [{ name: 'version', form: /build[ .]?\d{4,10}/y }]],
  ['d', [{ name: 'audio', form: /dd[p+]?a? ?[2567][. ][01](?!\d)/y }]],
  ['a', [{ name: 'audio', form: /a(?:ac|c3) ?[2567][. ][01](?!\d)/y }]],
])

const numeral = '[\\d一二三四五六七八九十百两]'

const inChinese: ReadonlyMap<string, readonly Pattern[]> = new Map([
  [
    '第',
    [
      // 第1-3季, 第二季
      { ...season, form: new RegExp(`第(?<from>${numeral}{1,3})\\s?[-~至到、+]\\s?第?(?<to>${numeral}{1,3})季`, 'y') },
      { ...season, form: new RegExp(`第\\s?(?<from>${numeral}{1,3})\\s?季`, 'y') },
      // 第07-08集, 第30集, 第十二回
      { ...episodes, form: new RegExp(`第${numeral}{1,4}\\s?[-~至到]\\s?第?${numeral}{1,4}[集话回期卷册章]`, 'y') },
      { ...episodes, form: new RegExp(`第\\s?${numeral}{1,4}\\s?[集话回期卷册章](?:全|完结?)?`, 'y') },
      // 第3版
      { name: 'edition', form: new RegExp(`第${numeral}{1,3}版`, 'y') },
      // 第1-3部, 第一部
      {
        name: 'parts',
        form: new RegExp(`第(?<from>${numeral}{1,3})[-~至到](?<to>${numeral}{1,3})部`, 'y'),
        numbers: range,
      },
      { name: 'part', form: new RegExp(`第(?<from>${numeral}{1,3})部(?!分)`, 'y'), numbers: range },
    ],
  ],
  [
    '全',
    [
      // 全六季, 全30集, 全三册, 全12部
      { name: 'season', form: new RegExp(`全(?<to>${numeral}{1,3})季`, 'y'), numbers: upTo },
      { name: 'season', form: /全季/y, numbers: () => [] },
      { ...episodes, form: new RegExp(`全\\s?${numeral}{1,4}\\s?[集话回期卷册章讲]`, 'y') },
      { name: 'parts', form: new RegExp(`全(?<to>${numeral}{1,3})部`, 'y'), numbers: upTo },
      { name: 'parts', form: /全系列(?:合集)?/y },
    ],
  ],
  ['更', [{ ...episodes, form: /更新?(?:至|到)?第?\s?\d{1,4}(?:\.\d)?(?:\s?[集话回期章]|(?![\dkp.]))/y }]],
  ['连', [{ ...episodes, form: /连载(?:至|到)?第?\s?\d{1,4}[集话回期章]/y }]],
  ['共', [{ ...episodes, form: /共\s?\d{1,4}\s?[集话回期卷册章讲]/y }]],
  ['原', [{ name: 'edition', form: new RegExp(`原书第${numeral}版`, 'y') }]],
  ['三', [{ name: 'parts', form: /三部曲(?:合集)?/y, numbers: () => [1, 2, 3] }]],
  ['大', [{ name: 'parts', form: /大合集/y }]],
  ['合', [{ name: 'parts', form: /合集/y }]],
  ['系', [{ name: 'parts', form: /系列(?:合集)?/y }]],
])

/** 六季全, 四部全, 两部 */
const inChineseNumerals: readonly Pattern[] = [
  { ...season, form: /(?<from>[一二三四五六七八九十]{1,3})[至到-](?<to>[一二三四五六七八九十]{1,3})季/y },
  { name: 'season', form: /(?<to>[一二三四五六七八九十两]{1,3})季全/y, numbers: upTo },
  { name: 'parts', form: /(?<to>[二三四五六七八九十两]{1,3})部(?:曲|全|合集)?/y, numbers: upTo },
]

/** Numbers that are episodes because of what surrounds them, by the characters before; the mark begins after the group `skip`. */
const inPunctuation: readonly (readonly [string, RegExp])[] = [
  // [133], [01-12], [166-192TV], 【12】
  [
    '[【',
    /(?!^)(?<skip>[[【])(?!(?:19|20)\d\d[\]】])(?:tv ?)?\d{1,4}(?:v\d)?(?:\.5)?(?:\s?[-~]\s?\d{1,4})?(?:tv|end|完|fin)?(?=[\]】])/y,
  ],
  // (01 - 12)
  ['(', /(?<skip>\()\d{1,3}\s?[-~]\s?\d{1,4}(?=\))/y],
  // ‘ - 12 [’, ‘_-_003_-_’, ‘ -1093 ’
  [
    '-–',
    /(?<skip>[-–][ _.]{0,2})(?!(?:19|20)\d\d(?!\d))\d{2,4}(?:v\d)?(?:\.5)?(?:-\d{2,4})?(?=[_.[(]|$|\s{0,2}[-[(])/y,
  ],
  // .001. and _681_
  ['._ ', /(?<skip>[._ ])0\d\d(?:v\d)?(?=[._ ])/y],
  ['_', /(?<skip>_)\d{3}(?=_)/y],
]

/** The patterns for a place in a folded title, by its character. */
export function patternsAt(character: string): readonly Pattern[] {
  if (character >= '0' && character <= '9') return digitPatterns
  return byCharacter.get(character) ?? []
}

const digitPatterns = [...inEpisodeCode, ...inDigits]

const byCharacter: ReadonlyMap<string, readonly Pattern[]> = new Map([
  ...inLetters,
  ...[...'一二四五六七八九十两三'].map(
    (character) => [character, [...(inChinese.get(character) ?? []), ...inChineseNumerals]] as const,
  ),
  ...[...inChinese].filter(([character]) => character !== '三'),
  ...[...'[【(-–._ '].map(
    (character) =>
      [
        character,
        inPunctuation.flatMap(([characters, form]) => (characters.includes(character) ? [{ ...episodes, form }] : [])),
      ] as const,
  ),
])
