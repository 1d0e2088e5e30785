// Removes from a title what stands before or between its words only to decorate it: labels, numbering, emoji, single letters, separators.
const maxCharacters = 400

const labels =
  '名称|标题|片名|剧名|书名|资源名称|资源标题|影片名称|影视名称|文件名|文件名称|分享文件|资源|作品|歌名|游戏名称|软件名称|title|name'
const label = new RegExp(`^(?:[【[](?:${labels})[】\\]]\\s?[:：]?|(?:${labels})\\s?[:：])\\s*`, 'i')
const decoration = /^[^\p{L}\p{N}《〈【「『[(（]+/u

/** 01.三体, 12、三体, ①三体 */
const numbering = /^(?:\d{1,3}\s?[.、．)）_]\s{0,2}(?=[一-鿿《【])|[①-⑳])/

/** S 三体, S-三体, S丨三体: folders sorted by the first letter of their names. */
const sortingLetter = /^[A-Z][\s._\-丨|]{1,3}(?=[一-鿿])/

/** 三丨体, 凡-人-修-仙-传: at least two separators between single characters. */
const separated = /(?:[A-Z一-鿿][丨丿|\-·._*/]){2,30}[一-鿿\d]/g

/** 阳光电影dygod.org.蜘蛛网, 蜘蛛网 - www.dygod.org: the site that a file comes from. */
const site =
  /^[[【]?[一-鿿]{0,8}(?:www\.)?[a-z\d-]{2,30}\.(?:com|org|net|cc|cn|tv|me|top|xyz|vip|info)(?:[\]】.\s-]{1,3})(?=.)| - www\.[a-z\d-]{2,30}\.[a-z]{2,4}$/i

const clouds = '(?:百度|迅雷|天翼|移动|光鸭|度盘|UC|PikPak)(?:网盘|云盘)?'
/** 三体丨迅雷, 三体【百度】: the cloud of a link in a part of its own. 迅雷 11 is the name of a program. */
const cloudLabel = new RegExp(
  `\\s{0,3}(?:[【[(（]\\s?${clouds}\\s?[】\\])）]|[丨|｜/]\\s?${clouds}(?=\\s{0,3}(?:[丨|｜/]|$)))`,
  'giu',
)

/** [CASO&SumiSora][Paper Crane][01], 【幻樱字幕组】【4月新番】【纸鹤】: the group before the brackets that hold the name. */
const group =
  /^[【[](?:[^【】[\]]{0,40}(?:字幕[组組社]|(?:[汉漢]化|百合|压制|發布|发布)[组組]|raws|subs?|studio)|[^\s【】[\]]{3,30}&[^\s【】[\]]{3,30})[】\]](?=\s?★?[^\s【[]{0,8}★?[【[])/i

/** 01. Paper Crane (2020), 1 - Paper Crane (2020); not 24 - S01E01. */
const numberBefore = /^(?:0\d\. |0?\d - )(?=[A-Z](?!\d|eason))/

/** 成为 S 级 is 成为S级: a single letter between Chinese words is one of them. */
const singleLetter = /(?<=[一-鿿]) ([A-Za-z]) (?=[一-鿿])/g

/** Names of files have underscores in place of blanks: Code_Geass_[20_of_25]; not 凡_人_修_仙_传. */
const underscoreAsBlank = /_(?![一-鿿])|(?<![一-鿿])_/g

/** The title without decoration, at most 400 characters; its marks are cut from this text. */
export function prepareTitle(title: string): string {
  let text = title.slice(0, maxCharacters).replace(decoration, '')
  if (/[_‐‑‒−]/.test(text)) text = text.replaceAll(underscoreAsBlank, ' ').replaceAll(/[‐‑‒−]/g, '-')
  if (/[:：】\]]/.test(text)) text = text.replace(label, '').replace(decoration, '')
  if (text.includes('.')) text = text.replace(site, '')
  text = text.replace(numbering, '').replace(numberBefore, '').replace(group, '')
  if (/[一-鿿][丨丿|\-·._*/]/.test(text))
    text = text.replace(separated, (found) =>
      found.replace(/^[A-Z][丨丿|\-·._*/]/, '').replaceAll(/[丨丿|\-·._*/]/g, ''),
    )
  if (text.includes(' ')) text = text.replace(singleLetter, '$1')
  return (text.replace(cloudLabel, '') || text).replace(sortingLetter, '')
}
