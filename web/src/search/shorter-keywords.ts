// Shorter forms of a keyword that found nothing.

const maxForms = 4
const fewestCharacters = 2

/** People add these to a title: year, season, episode, quality, cloud. Titles rarely have them; words end there, unlike 电影 in 电影院. */
const additions =
  /(?:\b(?:19|20)\d{2}\b年?|第[\d一二三四五六七八九十]+[季部集]|[Ss]\d{1,2}(?:[Ee]\d{1,3})?|全\d*集|更新至\d+集?|\b(?:4K|8K|1080[pi]|2160p|720p|HDR|WEB-DL|BluRay|REMUX)\b|(?:高清|蓝光|超清|完整版|无删减|全集|网盘|资源|下载|百度|夸克|阿里|迅雷|电影|电视剧)(?!(?!全集|网盘|资源|下载|电影)\p{Script=Han}))/giu

/** From the form nearest to the keyword to the shortest. */
export function shorterKeywords(kw: string): readonly string[] {
  // The parts of an address are no titles.
  if (/:\/\/|^magnet:/i.test(kw)) return []
  const tidy = (text: string) => text.replaceAll(/[\s·・:：,，.。、!！?？()（）[\]【】《》“”"'_-]+/gu, ' ').trim()
  const plain = tidy(kw.replaceAll(additions, ' '))
  const words = plain.split(' ').filter((word) => word !== '')
  // Chinese has no spaces, and a dictionary of words does not know most titles: it is not shortened further.
  const forms = [plain, ...(words.length > 1 ? [words.slice(0, -1).join(' '), ...words] : [])]
  return [...new Set(forms)]
    .filter((form) => form !== kw.trim() && [...form].length >= fewestCharacters)
    .slice(0, maxForms)
}
