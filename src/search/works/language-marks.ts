// Chinese names of languages and subtitles: 国语, 国英双音, 内封简繁英字幕, 中字.

const names = '国粤英日韩中简繁台法德俄泰'
const subtitles =
  /(?:内封|内嵌|内置|外挂|官方)?(?:[简繁]体中文字幕|(?:[简繁]体|[简繁]中|简繁|[中国简繁][英日韩粤])(?:内[封嵌]|外挂)|中文字幕|双语字幕|多语字幕|无字幕|双语|多国语言|特效中字|[简繁]体中字|[官简]?中字|[简繁]体(?!中文版)|[国粤英日韩中简繁台法德俄泰]{2,4}(?:双语|双音|双字|双轨|三语|三音|多语|多音|特效|语)(?:字幕)?|[国粤英日韩中简繁台法德俄泰]{1,4}(?:特效)?字幕|特效四?字幕|(?:国英日|国粤日|国粤英|国粤|国英|国日|国韩|中英|中日|中韩|简英|简日|繁日|繁英|简繁英日|简繁日|简繁英|简繁|简中|繁中|简体|繁体)(?:内[封嵌]|外挂|(?![一-鿿])))/y
/** 国语, but not 英语 in 考研英语. */
const spoken = /(?:内封|内嵌|官方)?(?:(?:国|粤|英|日|韩|法|德|俄|泰|闽南|沪|川|西班牙|葡萄牙)语|英文|普通话)/y

export const languageStarts: ReadonlySet<string> = new Set(`${names}内外官双多无特闽西葡普沪川`)

/** The end of the language mark at a place of a folded title, which has one of `languageStarts`. `leftEdge`: nothing stands before it, or a mark. */
export function languageAt(text: string, at: number, leftEdge: boolean): number | undefined {
  subtitles.lastIndex = at
  if (subtitles.test(text)) return subtitles.lastIndex
  spoken.lastIndex = at
  return leftEdge && spoken.test(text) ? spoken.lastIndex : undefined
}
