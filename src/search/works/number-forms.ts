// Forms of marks that begin with a number: sizes, dates, counted seasons and episodes, and numbers that nothing explains.
import type { KindWord, MarkName } from './mark.ts'

/** A form of a mark; `starts` and the groups are explained at `Form`. */
export type Row = readonly [name: MarkName, starts: string, form: RegExp, kind?: KindWord]

/** Between numerals: `至`, `-`, `+`. */
const join = '\\s?[-~–—至到、+&]\\s?'
const counted = '集话話回期卷册章讲节课'
const full = '(?:全集?|已?完结?)?'
/** No date, no year, no part of a longer number. */
const bareEnd = '(?![\\dpiuk*x]|\\.\\d|\\s?(?:[tgm]i?b|bits?|fps|帧|年|版|月))'
const releases = '[. _](?:hdtv|pdtv|web|dvdrip|xvid|dsr|720p|480p|proper|repack)'

/** Numbers with a word or sign that says what they count. */
export const numbers: readonly Row[] = [
  ['size', 'N., tgmk', /\d{1,4}(?:[.,]\d{1,3})?\s?(?:[tgmk]i?b(?!ps)|[tgm](?![a-z\d]))/y],
  ['quality', 'N x*', /\d{3,4}\s?[x*]\s?\d{3,4}p?(?!\d)/y],
  ['quality', 'N]】', /(?<=[[【])(?:2160|1440|1080|720|576|480)(?=[\]】])/y],
  // 04x12, 5x9; the season is a mark of its own.
  ['season', 'Nx', /(?<list>\d{1,2})(?=x\d{1,3}(?![\da-wyz]))/y],
  // 2019.10.25, 25/10/2019, 12 May 2020, 20240426期
  ['year', 'N.-/ ', /(?<list>(?:19|20)\d\d)[.\-/ ](?:0[1-9]|1[0-2])[.\-/ ][0-3]\d(?!\d|p)/y],
  ['year', 'N', /(?<list>20[0-3]\d)(?:0[1-9]|1[0-2])[0-3]\d(?!\d)期?/y],
  [
    'year',
    'N.-/ ',
    /(?:\d{1,2}\.\d{1,2}\.|\d{1,2}-\d{1,2}-|\d{1,2}\/\d{1,2}\/|\d{1,2} \d{1,2} )(?<list>20\d\d)(?!\d|p)/y,
  ],
  [
    'year',
    'N .snrt',
    /[0-3]?\d(?:st|nd|rd|th)?[ .](?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}[ .](?<list>20\d\d)(?!\d)/y,
  ],
  ['years', 'N -~–至', /(?:19|20)\d\d\s?[-~–至]\s?(?:(?:19|20)\d\d|\d\d)(?![\d集话期回])/y],
  ['quality', 'Npik 帧f', /\d{3,4}[pi](?![a-z])|[248]k(?![a-z]{4})|\d{2,3}\s?(?:帧|fps)/y],
  ['codec', 'N-b', /\d{1,2}-?bits?(?![a-z])/y],
  // 3季全, 1-35季, 1、2季, 7季
  ['season', 'N季', /(?<count>\d{1,2})季[全合]/y],
  ['season', 'N 季-~–—至到、+&', new RegExp(`(?<list>\\d{1,2}(?:\\s?季?${join}第?\\d{1,2}){0,9})\\s?季全?`, 'y')],
  // 40更新中, 10期同步更新中, 39全
  [
    'episodes',
    'N 集话期同更全',
    /(?!(?:19|20)\d\d[更同])\d{1,4}(?:[集话期]?(?:同步)?更新(?:中|ing)?|全(?![\u4e00-\u9fff]))/y,
  ],
  // 1-328集, 36集全, 139话完, 1-105卷, 12回
  [
    'episodes',
    'N -~–至到集话話回期卷册章讲节课',
    new RegExp(`\\d{1,4}(?:\\s?[-~–至到]\\s?\\d{1,4})?\\s?[${counted}]${full}`, 'y'),
  ],
  // 1-9部, 15部, 1+2
  ['parts', 'N -~–—至到、+&', new RegExp(`(?<list>\\d{1,2}${join}\\d{1,2})\\s?部(?:曲|全|合集)?`, 'y')],
  ['parts', 'N 部', /(?<count>\d{1,3})\s?部(?:曲|全|合集|剧场版|电影)?/y],
  [
    'season',
    'Nsrntªºaâ- сt',
    /(?<list>\d{1,2})(?:st|nd|rd|th|ª|º|a|aº|âº|-й)? ?(?:season|temporada|сезон|saison|stagione|staffel)(?![a-z]| ?\d{1,2}(?!\d))/y,
  ],
  ['season', 'N ', /(?<count>\d{1,2}) seasons(?![a-z])/y],
  [
    'edition',
    'Nsnrt周',
    /\d{1,3}(?:(?:st|nd|rd|th)(?:[ ._-]anniversary)?[ ._-]edition|周年(?:纪念|限定|庆典|珍藏|特别|典藏|修复)?版)/y,
  ],
  ['version', 'N.abh', /\d{1,3}\.\d{1,3}\.\d{1,5}(?![a-z\d])|20[0-3]\d[ab](?![a-z\d])|2\dh[12](?![a-z\d])/y],
  ['audio', 'N.c ak', /[567]\.1(?:声道|ch)?(?!\d|[a-z])|[268]ch(?![a-z])|[2-9] ?audios?(?![a-z])|\d{2,3}(?:\.\d)?khz/y],
  // 86版, 25考研
  ['year', 'N版', /(?<short>[3-9]\d)版/y],
  ['year', 'N', /(?<short>2\d)(?=考研|考公|国考|省考|法考|一建|二建|注会|[一-鿿]{2,3}考研)/y],
  // 求生之路 1代
  ['part', 'N代', /(?<list>\d)代(?![一-鿿])/y],
  // Year, but not the number of an episode
  ['year', 'N', /(?<list>(?:19[0-9]|20[0-3])\d)(?![\dxpi]|[集话期回部章款本首套张份题道条页种]|个(?!人|税))年?/y],
  // [401] Fun Run, [5.134]: season and episode
  ['season', 'N', /(?<=[a-z] \[)(?<list>\d)(?=[0-4]\d\] [a-z]|\.\d{2,3}\])/y],
  ['episodes', 'N', /(?<=[a-z] \[\d)[0-4]\d(?=\] [a-z])|(?<=\[\d\.)\d{2,3}(?=\])/y],
  // 01-03 из 12, 6 of 13, 5of6
  ['episodes', 'N -o', /\d{1,3}(?:\s?-\s?\d{1,3})?(?:\s(?:из|of)\s|of)\d{1,3}(?![\da-zа-я\u4e00-\u9fff])/y],
  // Simpsons.2401.hdtv: season 24, episode 01
  ['season', 'N. _', new RegExp(`(?<=[a-z\\d][. _])(?!(?:19|20)\\d\\d)(?<list>[1-9]\\d?)(?=[0-5]\\d${releases})`, 'y')],
  ['episodes', 'N. _', new RegExp(`(?<=[. _][1-9]\\d?)[0-5]\\d(?=${releases})`, 'y')],
]

/** Numbers after a form of sound: FLAC 2.0. */
export const channels: readonly Row[] = [['audio', 'N.', /(?<=[ .]|ma)[1-7]\.[01](?!\d)/y]]

/** Numbers after a season. */
export const afterSeason: readonly Row[] = [
  // S2 - 07, 第2季.40., Season 3 46, S1 (8), S01 13-14
  ['episodes', 'N', new RegExp(`\\d{1,3}(?:v\\d)?(?:\\s?[-~]\\s?\\d{1,3})?${bareEnd}(?=[\\s._)\\]】([-]|$)`, 'y')],
]

/** Numbers after the word for a series. */
export const afterSeries: readonly Row[] = [
  // 新番688
  ['episodes', 'N', new RegExp(`\\d{2,4}${bareEnd}(?=[\\s._)\\]】([-]|$)`, 'y')],
]

/** Numbers without a word for what they count. */
export const bare: readonly Row[] = [
  // 009-030, 1-291
  ['episodes', 'N -~', /\d{1,4}(?:[-~]|(?<!- \d{1,4})\s?[-~]\s?)\d{3,4}(?![\dpi])(?:\+movies)?(?:\+specials)?(?:tv)?/y],
  ['episodes', 'N -~', /0\d{1,3}\s?[-~]\s?\d{2,4}(?![\dpi])/y],
  // [133], [01-12], [166-192TV], 【12】, [13(OAD)], [TV 22]
  [
    'episodes',
    'N',
    /(?<=[[【](?:tv ?|第)?)(?!(?:19|20)\d\d[\]】])\d{1,4}(?:v\d)?(?:\.5)?(?:\s?[-~]\s?\d{1,4})?(?:\s?v\d)?\s?(?:tv|end|完|fin|\((?:oad|ova|sp)\))?(?=[\]】])/y,
  ],
  // (01 - 12)
  ['episodes', 'N -~', /(?<=[(（])\d{1,3}\s?[-~]\s?\d{1,4}(?=[)）])/y],
  // ‘ - 12 [’, ‘_-_003_-_’, ‘ -1093 ’, ‘ - 12 END’, ‘- 01 v2’
  [
    'episodes',
    'N',
    /(?<=(?<!\d)[-–][ _.]{0,2})(?!(?:19|20)\d\d(?!\d))\d{2,4}(?:\s?v\d)?(?:\.5)?(?:-\d{2,4})?(?: ?(?:end|fin|完|oad|ova))?(?!\s?\((?:19|20)\d\d\))(?=[_.[(【]|$|\s{0,2}[-[(【]|\.[a-z\d]{2,4}$)/y,
  ],
  ['episodes', 'N', /(?<=[a-z] - )\d(?:v\d)?(?= ?[[(])|(?<=\] )\d{2}(?= - [a-z](?!.{0,200} - \d))/y],
  // .001., _681_, ‘ 08 ’, 三国演义01.: files are numbered with zeros.
  [
    'episodes',
    'N',
    /(?<=[._ 一-鿿])0\d{1,2}(?:v\d)?(?:\s?[-~]\s?\d{2,3})?(?=[.]? ?[_[(【一-鿿]|[. ][a-z]|[._ ]|$)(?!\.\d{1,2}(?!\d)| \d\d[ .])/y,
  ],
  [
    'episodes',
    'N',
    /(?<=_)\d{3}(?=_)|(?<=[a-z] )\d{3}(?= (?:vostfr|vf|raw|subbed)(?![a-z]))|(?<=[ _])\d{2}(?= (?:vostfr|vf)(?![a-z]))/y,
  ],
  // 西部世界 12.mkv: a part seldom has two digits, files of a series do.
  [
    'episodes',
    'N',
    /(?<=[a-z一-鿿][ _.])(?!(?:19|20)\d\d)\d{2,4}(?=\.(?:mkv|mp4|avi|rmvb|rm|flv|wmv|ts)$)|(?<=[一-鿿)]\.)\d{2,3}$/y,
  ],
]

/** Parts of a series of films. */
export const parts: readonly Row[] = [
  // 1-3, 1+2, 1&2: parts of a series of films
  ['parts', 'N -~至+&、,', /(?<!\d-)(?<list>\d\s?[-~至]\s?[1-9]\d?|\d(?:\s?[+&、,]\s?\d{1,2}){1,9})(?![\dxpik.]|-\d)/y],
]
