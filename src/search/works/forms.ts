// The forms of marks with numbers: a label, one or several numerals, a unit. `第1-3季`, `S01E02`, `12集全`, `25.6GB`.
import { type KindWord, type MarkName, type Meaning, meaningOf, numbersBetween, readNumeral } from './mark.ts'

/** Expressions by the name of their mark or kind, and by `starts` of their forms. */
type Rows = Partial<Record<MarkName | KindWord, Record<string, RegExp | readonly RegExp[]>>>

export interface Form extends Meaning {
  /** The characters of which it begins with one; `N` and the characters that can follow the digits for a number (`N`: any). */
  readonly starts: string
  /** Sticky. Group `list`: numerals with separators; `count`: how many; `short`: the last digits of a year; `skip`: what does not belong to it. */
  readonly form: RegExp
  /** The mark that must stand before it, with nothing but the gap between. */
  readonly after?: readonly (MarkName | KindWord)[]
  /** It looks like words too: it counts only after another mark or a Chinese title. */
  readonly isWeak?: boolean
  /** It counts only where nothing stands before it, or a mark. */
  readonly isEdge?: boolean
  /** A number without a word for what it counts: another mark of the name replaces it. */
  readonly isBare?: boolean
}

/** No date, no year, no part of a longer number. */
const bareEnd = '(?![\\dpiuk*x]|\\.\\d|\\s?(?:[tgm]i?b|bits?|fps|帧|年|版|月))'
const releases = '[. ](?:hdtv|pdtv|web|dvdrip|xvid|dsr|720p|480p|proper|repack)'

const numeral = '(?:\\d{1,4}|[一二三四五六七八九十百两]{1,5})'
/** Between numerals: `至`, `-`, `+`. */
const join = '\\s?[-~–—至到、+&]\\s?'
const counted = '集话話回期卷册章讲节课'
const full = '(?:全集?|已?完结?)?'
/** Between seasons that all have a label. */
const seasonJoin = '(?:[-~+&.,]|--|, | | [-~+&] |[. ]to[. ])?'
const seasonWord = '(?:seasons?|sezon(?:ul)?|seizoen|series|saisons?|staffeln?|stagion[ei]|temporadas?|temps?)'
const seasonList = [
  '\\d{1,2}(?:(?:[ .]| & |,? ?(?:and|&) |, )\\d{1,2}(?!\\d)){2,30}',
  '\\d{1,2}(?:(?:[-~+&]| [+&] |, ?(?:and |& )?| to | through | and | al? )\\d{1,2}){1,30}',
  '\\d{1,2} -\\d{1,2}|\\d{1,2} - \\d{1,2}(?= complete| \\+)|\\d{1,2}',
].join('|')
const code2 = '(?:de|en|es|fr|hu|it|jp|ja|nl|pt|pl|ru|ro|cz|cn|chn?|tr|uk)'
const code = '(?:de|deu|en|eng|es|esp|spa|fr|fr[ae]|ger|hu|hun|it|ita|jpn?|jap?|nl|pt|por|pl|ru|rus|ro|tr|ch[in])'
const codeJoin = '(?: ?[-/&+.,] ?| )'

/** `1-3`, `1至3` are all numbers between, `1+3`, `1、3` just these. */
function numbersIn(list: string): readonly number[] {
  const single = readNumeral(list)
  if (single !== undefined) return [single]
  const found: number[] = []
  let end = 0
  for (const { 0: text, index } of list.matchAll(/\d+|[一二三四五六七八九十百两]+/g)) {
    const number = readNumeral(text)
    if (number === undefined) continue
    const first = found.at(-1)
    const isRange = first !== undefined && /[-~–—至到]|to| al? /.test(list.slice(end, index))
    found.push(...(isRange ? numbersBetween(first + 1, number) : [number]))
    end = index + text.length
  }
  return found
}

/** The numbers that the groups of a form say: of seasons none are all, of other marks undefined. 全六季 has the seasons from 1. */
export function numbersOf(
  name: MarkName,
  groups: Readonly<Record<string, string | undefined>>,
): readonly number[] | undefined {
  const { list, count, short } = groups
  if (count !== undefined) return numbersBetween(1, readNumeral(count) ?? 0)
  // 86版 is of 1986, 25考研 of 2025.
  if (short !== undefined) return [Number(short) + (Number(short) < 30 ? 2000 : 1900)]
  return list === undefined && name !== 'season' ? undefined : numbersIn(list ?? '')
}

/** Numbers with a word or sign that says what they count. */
const numbers: Rows = {
  size: { 'N., tgmk': /\d{1,4}(?:[.,]\d{1,3})?\s?(?:[tgmk]i?b(?!ps)|[tgm](?![a-z\d]))/y },
  quality: {
    'N x*': /\d{3,4}\s?[x*]\s?\d{3,4}p?(?!\d)/y,
    'N]】': /(?<=[[【])(?:2160|1440|1080|720|576|480)(?=[\]】])/y,
    'Npik 帧f': /\d{3,4}[pi](?![a-z])|[248]k(?![a-z]{4})|\d{2,3}\s?(?:帧|fps)/y,
  },
  // 2019.10.25, 25/10/2019, 12 May 2020, 20240426期
  year: {
    'N.-/ ': [
      /(?<list>(?:19|20)\d\d)[.\-/ ](?:0[1-9]|1[0-2])[.\-/ ][0-3]\d(?!\d|p)/y,
      /(?:\d{1,2}\.\d{1,2}\.|\d{1,2}-\d{1,2}-|\d{1,2}\/\d{1,2}\/|\d{1,2} \d{1,2} )(?<list>20\d\d)(?!\d|p)/y,
    ],
    N: /(?<list>20[0-3]\d)(?:0[1-9]|1[0-2])[0-3]\d(?!\d)期?/y,
    'N .snrt':
      /[0-3]?\d(?:st|nd|rd|th)?[ .](?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}[ .](?<list>20\d\d)(?!\d)/y,
  },
  years: { 'N -~–至': /(?:19|20)\d\d\s?[-~–至]\s?(?:(?:19|20)\d\d|\d\d)(?![\d集话期回])/y },
  codec: { 'N-b': /\d{1,2}-?bits?(?![a-z])/y },
  season: {
    // 04x12, 5x9; the episode is a mark of its own.
    Nx: /(?<list>\d{1,2})(?=x\d{1,3}(?![\da-wyz]))/y,
    // 3季全, 1-35季, 1、2季, 7季
    N季: /(?<count>\d{1,2})季[全合]/y,
    'N 季-~–—至到、+&': sticky(`(?<list>\\d{1,2}(?:\\s?季?${join}第?\\d{1,2}){0,9})\\s?季全?`),
    'Nsrntªºaâ- сt':
      /(?<list>\d{1,2})(?: ?(?:st|nd|rd|th) season|(?:st|nd|rd|th|ª|º|a|aº|âº|-й)? ?(?:season|temporada|сезон|saison|stagione|staffel)(?! ?\d{1,2}(?!\d)))(?![a-z])/y,
    'N ': /(?<count>\d{1,2}) seasons(?![a-z])/y,
    // [401] Fun Run, [5.134]: season and episode
    N: /(?<=[a-z] \[)(?<list>\d)(?=[0-4]\d\] [a-z]|\.\d{2,3}\])/y,
    // Simpsons.2401.hdtv: season 24, episode 01
    'N. ': sticky(`(?<=[a-z\\d][. ])(?!(?:19|20)\\d\\d)(?<list>[1-9]\\d?)(?=[0-5]\\d${releases})`),
  },
  episodes: {
    // 40更新中, 10期同步更新中, 39全
    'N 集话期同更全': /(?!(?:19|20)\d\d[更同])\d{1,4}(?:[集话期]?(?:同步)?更新(?:中|ing)?|全(?![\u4e00-\u9fff]))/y,
    // 1-328集, 36集全, 139话完, 1-105卷, 12回
    'N -~–至到集话話回期卷册章讲节课': sticky(`\\d{1,4}(?:\\s?[-~–至到]\\s?\\d{1,4})?\\s?[${counted}]${full}`),
    N: /(?<=[a-z] \[\d)[0-4]\d(?=\] [a-z])|(?<=\[\d\.)\d{2,3}(?=\])/y,
    // 01-03 из 12, 6 of 13, 5of6
    'N -o': /\d{1,3}(?:\s?-\s?\d{1,3})?(?:\s(?:из|of)\s|of)\d{1,3}(?![\da-zа-я\u4e00-\u9fff])/y,
    'N. ': sticky(`(?<=[. ][1-9]\\d?)[0-5]\\d(?=${releases})`),
  },
  // 1-9部, 15部, 1+2
  parts: {
    'N -~–—至到、+&': sticky(`(?<list>\\d{1,2}${join}\\d{1,2})\\s?部(?:曲|全|合集)?`),
    'N 部': /(?<count>\d{1,3})\s?部(?:曲|全|合集|剧场版|电影)?/y,
  },
  edition: {
    Nsnrt周:
      /\d{1,3}(?:(?:st|nd|rd|th)(?:[ .-]anniversary)?[ .-]edition|周年(?:纪念|限定|庆典|珍藏|特别|典藏|修复)?版)/y,
  },
  version: { 'N.abh': /\d{1,3}\.\d{1,3}\.\d{1,5}(?![a-z\d])|20[0-3]\d[ab](?![a-z\d])|2\dh[12](?![a-z\d])/y },
  audio: { 'N.c ak': /[567]\.1(?:声道|ch)?(?!\d|[a-z])|[268]ch(?![a-z])|[2-9] ?audios?(?![a-z])|\d{2,3}(?:\.\d)?khz/y },
  // ★04月新番★
  animation: { N月: /\d{1,2}月新?番/y },
  // 求生之路 1代
  part: { N代: /(?<list>\d)代(?![一-鿿])/y },
}

/** Numbers that nothing else explains and that can be years. */
const years: Rows = {
  year: {
    // 86版, 25考研
    N版: /(?<short>[3-9]\d)版/y,
    N: [
      /(?<short>2\d)(?=考研|考公|国考|省考|法考|一建|二建|注会|[一-鿿]{2,3}考研)/y,
      // Year, but not the number of an episode
      /(?<list>(?:19[0-9]|20[0-3])\d)(?![\dxpi]|[集话期回部章款本首套张份题道条页种]|个(?!人|税))年?/y,
    ],
  },
}

/** Labels and units in letters. */
const labelled: Rows = {
  noise: {
    // 封神三部曲之朝歌风云 is one of them.
    三: /三部曲(?=之[一-鿿])/y,
    豆: /豆瓣(?:评分)?\s?\d(?:\.\d)?分?/y,
    s: /s(?:19|20)\d\d(?=e\d)/y,
    osp: /(?:ova|oad|sp|pv)\d{1,2}(?![a-z\d])/y,
    // 纸鹤含课件, not 含羞草
    内含: /内?含(?=课件|教材|讲义|习题|资料|源码|字幕|花絮|番外|特典|国语|粤语|双语|中字|中英|中文|代码|视频)/y,
  },
  season: {
    第: [
      // 第1-3季, 第二季, 第一、二季, 第1季+第2季
      sticky(`第\\s?(?<list>${numeral}(?:\\s?季?${join}第?${numeral}){0,9})\\s?季(?:全集?)?`),
      // 第二期 - 03, 第二期 [03]: a season, as Japanese has it; 第二期 of a show is an episode.
      /第(?<list>[一二三四五六1-6])期(?=.{0,60}(?:- |[[【])\d{2,3}(?:v\d)?(?:[ \]】]|$))/y,
    ],
    // 全六季, 前三季, 全季, 六季全
    全前: sticky(`[全前](?<count>${numeral})?季全?`),
    一二三四五六七八九十两: /(?<count>[一二三四五六七八九十两]{1,3})季全/y,
    s: [
      // S01, S01-S03, S1-3, S01S02, S01.to.S04
      sticky(`s(?<list>\\d{1,2}(?:${seasonJoin}s\\d{1,2}){1,30})(?![\\da-z])`),
      /s(?<list>0\d[-~+&]\d{2}|[1-9]\d?[-~+&][1-9]\d?)(?![\da-z])/y,
      /se?(?<list>\d{1,3})(?=[^a-z\d]|$|(?:xe?|ep?|d)\d)/y,
    ],
    sl: /(?:season|saison|livre)[ .](?<list>one|two|three|four|five|six|[ivx]{1,4})(?![a-z\d])/y,
    st: sticky(`${seasonWord}[ .:]{0,2}(?<list>${seasonList})(?![\\da-z]|x\\d)`),
    с: /сезон[ы:]{0,2} ?(?<list>\d{1,2}(?:-\d{1,2})?)(?!\d)/y,
  },
  part: {
    第: [
      // 第一章 of a film; novels count chapters in digits
      /第(?<list>[一二三四五六])章(?![一-鿿])/y,
      sticky(`第(?<list>${numeral})(?:部(?!分)|代(?![一-鿿]))`),
    ],
    // Vol. 2 of a series of films
    v: /vol(?:ume)?[. ]{0,2}(?<list>\d)(?![a-z\d-])/y,
    pc: /(?:part|chapter)[ .](?<list>one|two|three|four|[1-4]|i{1,3}|iv)(?![a-z\d])/y,
  },
  episodes: {
    第: [
      // 第07-08集, 第30集, 第十二回, 第15
      sticky(`第\\s?${numeral}(?:${join}第?${numeral})?\\s?[${counted}]${full}`),
      /第\d{1,4}(?=[\s.\])】]|$)/y,
    ],
    全共: sticky(`[全共]\\s?${numeral}\\s?[${counted}]`),
    更: [
      // The date of an episode says the year, too.
      /更新?(?:至|到)?(?<list>20[0-3]\d)[01]\d[0-3]\d期?/y,
      /更新?(?:至|到|了)?(?:第|ep?)?\s?\d{1,4}(?:\.\d)?(?:\s?[集话回期章]|(?![\dkp.]))/y,
    ],
    e: [
      // E05, E01E02, E01-E03, E01 & E02, E01-S01E03, E01+02, EP07
      /ep?\d{1,4}(?:v\d)?(?:(?:[-+~ ]|[ .]?&[ .]?)?(?:s\d{1,2})?ep?\d{1,4}|[-+~&]\d{1,4}(?![\dpi])){0,40}(?![a-z\d])/y,
      // E071080p: no blank before the resolution
      /ep?\d{1,3}(?=(?:480|720|1080|2160)p)/y,
    ],
    eé: /(?:ep(?:isode)?s?|episodio|épisode)[ .]{0,2}\d{1,4}(?:v\d)?(?:\s?[-~]\s?\d{1,4})?(?![a-z\d])/y,
    cfa: /(?:cap(?:itulo)?[ .]|folge[ .]?|afl\.?\s?)\d{1,4}(?!\d)/y,
    x: /(?<=(?<!\d|(?<!\d)\d\.)\d{1,2}|s\d{1,2}-)(?<skip>x)(?!(?:26[456]|64|86)(?!\d))(?:ep?)?\d{1,3}(?:x\d{2,3}|-(?:\d{1,2}x)?\d{2,3}){0,20}(?![a-z\d])/y,
    '#': /(?<skip>#)\d{1,4}(?:v\d)?(?:-\d{1,3})?(?![a-z\d])/y,
    v: /vol\.?\s?\d{1,4}(?:-\d{1,4})?(?![a-z\d])/y,
  },
  parts: {
    全共前: sticky(`[全共前](?<count>${numeral})部`),
    大合系: /(?:大合集|合集|系列(?:合集)?)/y,
    一二三四五六七八九十两: /(?<count>[二三四五六七八九十两]{1,3})部(?:曲|全|合集)/y,
  },
  edition: { 第原: sticky(`(?:原书)?第${numeral}版`) },
  version: {
    v: /v\d{1,3}(?:\.\d{1,5}){1,4}[a-o]?(?![a-z\d])/y,
    rb: /r20[0-3]\d[ab](?![a-z\d])|build[ .]?\d{4,10}/y,
  },
  codec: { xh: /(?:x[. ]?|h[. ]?)26[456]/y },
  // TrueHD7.1, DDP5.1, AC3 2.0, FLAC2.0, DTS5.1
  audio: {
    tda: /true-?hd ?[2567]\.[01](?!\d)|dd[p+]?a?[ .]?[2567](?:[. ]?[01])(?!\d)|a(?:ac|c3) ?[2567][. ][01](?!\d)/y,
    dalf: /dts-?hd[ .-]?ma(?=[2567]\.[01])|dts-es(?![a-z])|dts(?=[2567]\.[01])|(?:a(?:ac|c3)|lpcm|flac)(?=[2567]\.[01]|x\d)/y,
  },
  // HD1080P, BD4K
  quality: { hb: /(?<skip>[hb]d)(?:\d{3,4}p|[48]k)(?![a-z\d])/y },
  language: {
    cgbst: /(?:ch[st]|gb|big5|[st]c)[ &+/-](?:jpn?|jap|en|eng|ch[st])(?![a-z\d])/y,
    // 国粤配音, 国英多音轨: the tongues alone
    国粤英日韩中法德俄泰: /[国粤英日韩中法德俄泰]{2,4}(?=配音|多?音轨)/y,
    // 内封字幕, 内封简 / 繁, 中字外挂字幕, 特效中英字幕
    内外中: /(?:中字)?(?:内封|内嵌|外挂)(?:字幕|简(?:体|中)? ?\/ ?繁(?:体|中)?)/y,
    特: /特效[国粤英日韩中简繁双]{1,4}(?:字幕|双字)/y,
    国粤英日韩中简繁台法德俄泰内外官双多无特:
      /(?:内封|内嵌|内置|外挂|官方)?(?:[简繁]体中文字幕|(?:[简繁]体|[简繁]中|简繁|[中国简繁][英日韩粤])(?:内[封嵌]|外挂)|中文字幕|双语字幕|多语字幕|无字幕|双语|多国语言|特效中字|[简繁]体中字|[官简]?中字|[简繁]体(?!中文版)|[国粤英日韩中简繁台法德俄泰]{2,4}(?:双语|双音|双字|双轨|三语|三音|多语|多音|特效|语)(?:字幕)?|[国粤英日韩中简繁台法德俄泰]{1,4}(?:特效)?字幕|特效四?字幕|(?:国英日|国粤日|国粤英|国粤|国英|国日|国韩|中英|中日|中韩|简英|简日|繁日|繁英|简繁英日|简繁日|简繁英|简繁|简中|繁中|简体|繁体)(?:内[封嵌]|外挂|(?![一-鿿])))/y,
  },
  // 年番3 is no season
  animation: { 年: /年番\d?(?!\d)/y },
  // Groups that release games: ELDEN RING NIGHTREIGN v1.01-RUNE.
  game: {
    '-': /-(?:rune|flt|codex|skidrow|plaza|tenoke|empress|cpy|hoodlum|razor1911|reloaded|insaneramzes|chronos|simplex|darksiders|elamigos|tinyiso|kaos|prophet|goldberg|anadius|fckdrm|i know|unleashed|doge|p2p|fitgirl|dodi)(?=$|[\s[(.])/y,
  },
}

/** JP,EN; [ES.EN]: codes count where several stand together. */
const codes: Rows = {
  language: {
    defhijnprcut: sticky(
      `${code2}(?=${codeJoin}${code}(?![a-z\\d]))|(?<=(?<![a-z])${code}${codeJoin})${code2}(?![a-z\\d])`,
    ),
  },
}

/** Words that others contain. */
const edges: Rows = {
  // 国语, not 英语 in 考研英语
  language: {
    国粤英日韩法德俄泰内官闽西葡沪川普:
      /(?:内封|内嵌|官方)?(?:(?:国|粤|英|日|韩|法|德|俄|泰|闽南|沪|川|西班牙|葡萄牙)语|英文|普通话)/y,
  },
  // What comes with a work is not the work: 附第一季, 附漫画; but 附中英字幕 is of its files.
  noise: { 附: /附(?![^\s)\]】]{0,8}字)[^\s()\]】,.+]{2,20}/y },
}

/** After a season: S2 - 07, 第2季.40., Season 3 46, S1 (8), S01 13-14. */
const afterSeason: Rows = {
  episodes: { N: sticky(`\\d{1,3}(?:v\\d)?(?:\\s?[-~]\\s?\\d{1,3})?${bareEnd}(?=[\\s.)\\]】([-]|$)`) },
}

/** After the word for a series: 新番688. */
const afterSeries: Rows = { episodes: { N: sticky(`\\d{2,4}${bareEnd}(?=[\\s.)\\]】([-]|$)`) } }

/** Numbers without a word for what they count. */
const bare: Rows = {
  episodes: {
    'N -~': [
      // 009-030, 1-291
      /\d{1,4}(?:[-~]|(?<!- \d{1,4})\s?[-~]\s?)\d{3,4}(?![\dpi])(?:\+movies)?(?:\+specials)?(?:tv)?/y,
      /0\d{1,3}\s?[-~]\s?\d{2,4}(?![\dpi])/y,
    ],
    N: [
      // [133], [01-12], [166-192TV], 【12】, [13(OAD)], [TV 22]
      /(?<=[[【『](?:tv ?|第)?)(?!(?:19|20)\d\d[\]】])\d{1,4}(?:v\d)?(?:\.5)?(?:\s?[-~]\s?\d{1,4})?(?:\s?v\d)?\s?(?:tv|end|完|fin|\((?:oad|ova|sp|end)\))?(?=[\]】』])/y,
      // ‘ - 12 [’, ‘ - 003 - ’, ‘ -1093 ’, ‘ - 12 END’, ‘- 01 v2’, ‘- 01 & 02’
      /(?<=(?<!\d)[-–][ .]{0,2})(?!(?:19|20)\d\d(?!\d))\d{2,4}(?:\s?v\d)?(?:\.5)?(?:(?:-| ?[&+~] ?)\d{2,4})?(?: ?(?:end|fin|完|oad|ova))?(?!\s?\((?:19|20)\d\d\))(?=[.[(【]|$|\s{0,2}[-[(【]|\.[a-z\d]{2,4}$)/y,
      // ‘ 10 v2 [’, ‘ 13-15 [’, ‘ 2 [88F4F7F0]’: a checksum is that of a file of a series.
      /(?<=[a-z!?\]][ .])(?:\d{2,3} v\d(?= [[(]|$)|\d{2}-\d{2,3}(?= [[(])|\d{1,3}(?=(?:[ .]?[([][^()[\]]{2,30}[)\]]){0,3}[ .]?\[[\da-f]{8}\]))/y,
      // ‘ - 3 [’, ‘] 12 - Tari Tari’
      /(?<=[a-z] - )\d(?:v\d)?(?= ?[[(]|$)|(?<=\] )\d{2}(?= - [a-z](?!.{0,200} - \d))/y,
      // .001., ‘ 08 ’, 三国演义01.: files are numbered with zeros.
      /(?<=[. 一-鿿])0\d{1,2}(?:v\d)?(?:\s?[-~]\s?\d{2,3})?(?=[.]? ?[[(【一-鿿]|[. ]|$)(?!\.\d{1,2}(?!\d)| \d\d[ .])/y,
      /(?<=[a-z] )\d{3}(?= \[?(?:vostfr|vf|raw|subbed)(?![a-z]))|(?<= )\d{2}(?= \[?(?:vostfr|vf)(?![a-z]))/y,
      // 西部世界 12.mkv, 西部世界31.mkv: a part seldom has two digits, files of a series do. 速度与激情10.mkv is a part.
      /(?:(?<=[a-z一-鿿][ .])(?!(?:19|20)\d\d)\d{2,4}|(?<=[一-鿿])(?<!剧场版|电影)(?!1[0-3](?!\d))\d{2,3}|(?<=\/)\d{1,3})(?=(?: \(\d\))?\.(?:(?:mkv|mp4|avi|rmvb|rm|flv|wmv|ts)$|\d{3,4}p|dvd|bd))|(?<=[一-鿿)]\.)\d{2,3}$/y,
    ],
    // (01 - 12), (03)
    'N -~)）': /(?<=[(（])(?:\d{1,3}\s?[-~]\s?\d{1,4}|0\d{1,2})(?=[)）])/y,
  },
}

/** Parts of a series of films: 1-3, 1+2, 1&2. */
const parts: Rows = {
  parts: {
    'N -~至+&、,':
      /(?<!\d-)(?<list>\d(?:\s?[-~至]|\s?[-~至]\s(?!\d\d))[1-9]\d?|\d(?:\s?[+&、,]\s?\d{1,2}){1,9})(?![\dxpik.]|-\d)/y,
  },
}

/** All forms, in the order in which they are tried. */
export const forms: readonly Form[] = [
  ...formsOf(numbers),
  ...formsOf(years),
  ...formsOf(labelled),
  ...formsOf(codes, { isWeak: true }),
  ...formsOf(edges, { isEdge: true }),
  // FLAC 2.0
  ...formsOf({ audio: { 'N.': /(?<=[ .]|ma)[1-7]\.[01](?!\d)/y } }, { after: ['audio'] }),
  ...formsOf(afterSeason, { after: ['season'], isBare: true }),
  ...formsOf(afterSeries, { after: ['animation', 'series'], isBare: true }),
  ...formsOf(bare, { isBare: true }),
  ...formsOf(parts),
]

function formsOf(rows: Rows, conditions: Partial<Form> = {}): Form[] {
  return Object.entries(rows).flatMap(([name, byStart]) =>
    Object.entries(byStart).flatMap(([starts, expressions]) =>
      [expressions].flat().map((form) => ({ ...meaningOf(name), starts, form, ...conditions })),
    ),
  )
}

function sticky(source: string): RegExp {
  return new RegExp(source, 'y')
}
