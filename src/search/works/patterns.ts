// Marks with numbers: years, seasons, episodes, resolutions, sizes. Each pattern is tried where a title has the character it begins with.
import { inDigits } from './digit-patterns.ts'
import { inLetters } from './letter-patterns.ts'
import { episodes, type Pattern, range, season, upTo } from './pattern.ts'

const numeral = '[\\d一二三四五六七八九十百两]'

const inChinese: ReadonlyMap<string, readonly Pattern[]> = new Map([
  [
    '第',
    [
      // 第1-3季, 第二季
      { ...season, form: new RegExp(`第(?<from>${numeral}{1,3})\\s?[-~至到、+]\\s?第?(?<to>${numeral}{1,3})季`, 'y') },
      { ...season, form: new RegExp(`第\\s?(?<from>${numeral}{1,3})\\s?季`, 'y') },
      // 第一章 of a film; novels count chapters in digits
      { name: 'part', form: /第(?<from>[一二三四五六])章(?![一-鿿])/y, numbers: range },
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
      { name: 'part', form: new RegExp(`第(?<from>${numeral}{1,3})(?:部(?!分)|代(?![一-鿿]))`, 'y'), numbers: range },
    ],
  ],
  [
    '全',
    [
      // 全六季, 全30集, 全三册, 全12部
      { name: 'season', form: new RegExp(`全(?<to>${numeral}{1,3})季`, 'y'), numbers: upTo },
      { name: 'season', form: /全季/y, numbers: () => [] },
      { ...episodes, form: new RegExp(`全\\s?${numeral}{1,4}\\s?[集话回期卷册章讲节课]`, 'y') },
      { name: 'parts', form: new RegExp(`全(?<to>${numeral}{1,3})部`, 'y'), numbers: upTo },
      { name: 'parts', form: /全系列(?:合集)?/y },
    ],
  ],
  // 年番3 is no season
  ['年', [{ next: '番', name: 'kind', kind: 'animation', form: /年番\d?(?!\d)/y }]],
  ['卷', [{ ...episodes, form: /卷\s?\d{1,3}\s?[-~]\s?\d{1,3}/y }]],
  [
    '更',
    [
      // The date of an episode says the year, too.
      { name: 'episodes', form: /更新?(?:至|到)?(?<from>20[0-3]\d)[01]\d[0-3]\d期?/y, numbers: range },
      { ...episodes, form: /更新?(?:至|到|了)?(?:第|ep?)?\s?\d{1,4}(?:\.\d)?(?:\s?[集话回期章]|(?![\dkp.]))/y },
    ],
  ],
  ['连', [{ next: '载', ...episodes, form: /连载(?:至|到)?第?\s?\d{1,4}[集话回期章]/y }]],
  ['共', [{ ...episodes, form: /共\s?\d{1,4}\s?[集话回期卷册章讲节课]/y }]],
  ['原', [{ next: '书', name: 'edition', form: new RegExp(`原书第${numeral}{1,3}版`, 'y') }]],
  [
    '三',
    [
      // 封神三部曲之朝歌风云 is one of them.
      { next: '部', name: 'noise', form: /三部曲(?=之[一-鿿])/y },
      { next: '部', name: 'parts', form: /三部曲(?:合集)?/y, numbers: () => [1, 2, 3] },
    ],
  ],
  ['大', [{ next: '合', name: 'parts', form: /大合集/y }]],
  ['合', [{ next: '集', name: 'parts', form: /合集/y }]],
  ['系', [{ next: '列', name: 'parts', form: /系列(?:合集)?/y }]],
])

/** 六季全, 四部全, 两部 */
const afterNumeral = '一二三四五六七八九十两至到-季部'
const inChineseNumerals: readonly Pattern[] = [
  {
    next: afterNumeral,
    ...season,
    form: /(?<from>[一二三四五六七八九十]{1,3})[至到-](?<to>[一二三四五六七八九十]{1,3})季/y,
  },
  { next: afterNumeral, name: 'season', form: /(?<to>[一二三四五六七八九十两]{1,3})季全/y, numbers: upTo },
  { next: afterNumeral, name: 'parts', form: /(?<to>[二三四五六七八九十两]{1,3})部(?:曲|全|合集)/y, numbers: upTo },
  // Not in 天龙八部
  { next: afterNumeral, name: 'parts', form: /(?<![一-鿿])(?<to>[二三四五六七八九十两]{1,3})部/y, numbers: upTo },
]

const digits = '0123456789'

/** The Office [401] Fun Run, Dragon Ball [5.134] Preliminary Peril: season and episode. */
const inBrackets: readonly Pattern[] = [
  { next: digits, ...season, form: /(?<skip>(?<=[a-z] )\[)(?<from>\d)(?=[0-4]\d\] [a-z]|\.\d{2,3}\])/y },
]

/** Numbers that are episodes because of what surrounds them, by the characters before; the mark begins after the group `skip`. */
const inPunctuation: readonly (readonly [characters: string, form: RegExp, next: string])[] = [
  // [133], [01-12], [166-192TV], 【12】
  [
    '[【',
    /(?!^)(?<skip>[[【])(?!(?:19|20)\d\d[\]】])(?:tv ?)?\d{1,4}(?:v\d)?(?:\.5)?(?:\s?[-~]\s?\d{1,4})?(?:tv|end|完|fin)?(?=[\]】])/y,
    `${digits}t`,
  ],
  // (01 - 12)
  ['(', /(?<skip>\()\d{1,3}\s?[-~]\s?\d{1,4}(?=\))/y, digits],
  // ‘ - 12 [’, ‘_-_003_-_’, ‘ -1093 ’
  [
    '-–',
    /(?<skip>[-–][ _.]{0,2})(?!(?:19|20)\d\d(?!\d))\d{2,4}(?:v\d)?(?:\.5)?(?:-\d{2,4})?(?!\s?\((?:19|20)\d\d\))(?=[_.[(]|$|\s{0,2}[-[(])/y,
    `${digits} _.`,
  ],
  // .001. and _681_
  ['._ ', /(?<skip>[._ ])0\d\d(?:v\d)?(?:\s?[-~]\s?\d{3})?(?=[._ ]|$)/y, '0'],
  // One Piece 603 VOSTFR, Season 3 46
  [' ', /(?<skip>(?<=[a-z]) )\d{3}(?= (?:vostfr|vf|raw|subbed)(?![a-z]))/y, digits],
  [' _', /(?<skip>(?<=season[ _]\d{1,2})[ _])\d{2,3}(?=\.[a-z]|[ _]?[[(]|$)/y, digits],
  ['_', /(?<skip>_)\d{3}(?=_)/y, digits],
]

/** .134 of [5.134] */
const bracketedEpisode: Pattern = { next: digits, ...episodes, form: /(?<skip>(?<=\[\d)\.)\d{2,3}(?=\])/y }

/** (3am Edition), [Founders Edition], (Producer's Cut) */
const bracketedEdition: Pattern = {
  name: 'edition',
  form: /(?<skip>[([])(?:\d{1,2}[a-z]{2} )?[a-z' ]{0,30}(?:edition|cut)(?=[)\]])/y,
}

/** Groups that release games: ELDEN RING NIGHTREIGN v1.01-RUNE. */
const gameGroup: Pattern = {
  next: 'acdefghikprstu',
  name: 'kind',
  kind: 'game',
  form: /-(?:rune|flt|codex|skidrow|plaza|tenoke|empress|cpy|hoodlum|razor1911|reloaded|insaneramzes|chronos|simplex|darksiders|elamigos|tinyiso|kaos|prophet|goldberg|anadius|fckdrm|i_know|unleashed|doge|p2p|fitgirl|dodi)(?=$|[\s[(.])/y,
}

const none: readonly Pattern[] = []

/** The patterns for a place in a folded title, by its character and the one after it; after digits by the one after them. */
export function patternsAt(text: string, at: number): readonly Pattern[] {
  let end = at
  while (isDigit(text.charCodeAt(end))) end += 1
  const tried = end > at ? byDigits[Math.min(end - at, maxDigits)] : byCharacter.get(text.charCodeAt(at))
  return tried?.byNext.get(text.charCodeAt(Math.max(end, at + 1))) ?? tried?.others ?? none
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** By the codes of characters: text.charAt makes a string for each ideograph. */
interface Tried {
  readonly byNext: ReadonlyMap<number, readonly Pattern[]>
  readonly others: readonly Pattern[]
}

function byNextCharacter(patterns: readonly Pattern[]): Tried {
  const characters = new Set(patterns.flatMap(({ next = '' }) => [...next]))
  const fitting = (character: string) => patterns.filter(({ next }) => next === undefined || next.includes(character))
  return {
    byNext: new Map([...characters].map((character) => [character.charCodeAt(0), fitting(character)])),
    others: patterns.filter(({ next }) => next === undefined),
  }
}

const maxDigits = 9
/** By the number of digits that follow each other. */
const byDigits: readonly Tried[] = Array.from({ length: maxDigits + 1 }, (_, count) =>
  byNextCharacter(inDigits.filter(({ digits }) => digits === undefined || digits.includes(String(count)))),
)

function afterPunctuation(character: string): readonly Pattern[] {
  return [
    ...(character === '[' ? inBrackets : []),
    ...('[('.includes(character) ? [bracketedEdition] : []),
    ...inPunctuation.flatMap(([characters, form, next]) =>
      characters.includes(character) ? [{ next, ...episodes, form }] : [],
    ),
    ...(character === '-' ? [gameGroup] : []),
    ...(character === '.' ? [bracketedEpisode] : []),
  ]
}

const inCharacters: ReadonlyMap<string, Tried> = new Map(
  [
    ...inLetters,
    ...[...'一二四五六七八九十两三'].map(
      (character) => [character, [...(inChinese.get(character) ?? []), ...inChineseNumerals]] as const,
    ),
    ...[...inChinese].filter(([character]) => character !== '三'),
    ...[...'[【(-–._ '].map((character) => [character, afterPunctuation(character)] as const),
  ].map(([character, patterns]) => [character, byNextCharacter(patterns)]),
)

const byCharacter: ReadonlyMap<number, Tried> = new Map(
  [...inCharacters].map(([character, tried]) => [character.charCodeAt(0), tried]),
)

/** The characters that patterns begin with. */
export const patternStarts: readonly string[] = [...inCharacters.keys(), ...digits]
