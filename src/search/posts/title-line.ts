// Extracts the title from a line of a post: without labels, decoration, addresses and cloud names.

const maxTitleCharacters = 200

// A label with its leading decoration.
const maxLabelCharacters = 40

// Longer lines are paragraphs with the title at their start.
const maxLineCharacters = 1000

const labelWords = '名称|标题|片名|剧名|书名|资源名称|资源标题|影片名称|文件名|文件名称|资源|作品|title|name'
// The share texts of the clouds' own apps (cloud-links.md section 3).
const sharedFile = '(?:我?通过.{0,12})?分享的?(?:文件夹?|内容|资源)'
const severalFiles = /\s?等\s?\d{1,5}\s?个文件夹?$/
const titleLabel = new RegExp(
  `^(?:[【\\[](?:${labelWords})[】\\]]\\s*[：:]?|(?:${labelWords}|${sharedFile})\\s*[：:])\\s*`,
  'i',
)

// Fields of a post that say something about the work, its links or the channel.
const fieldLabel =
  /^(?:描述|简介|剧情|内容简介|介绍|链接|网盘链接|资源链接|下载链接|下载地址|链接地址|地址|大小|文件大小|标签|分类|类型|频道|群组|群聊|投稿|来自|来源|作者|日期|时间|更新时间|分享时间|上映|导演|主演|演员|评分|语言|地区|年份|备注|说明|注意|提示|提取密?码?|访问密?码|分享密?码|解压密?码|密码?|码|口令|画质|格式|via|from|tags?|size|link|links|pwd|code)\s*[：:]/i

const boilerplate =
  /^(?:复制这段|复制本段|复制内容|(?:hi|hey|嗨)?[，,]?\s?(?:这是)?我用.{1,12}分享的(?:内容|文件)[~，,。]|点击链接|打开.{0,12}(?:app|网盘)|--?\s?来自|—+\s?来自|失效|欢迎|关注|投稿|更多资源|如有侵权|仅供)/i
const opening = /^[^\p{L}\p{N}《》【】「」『』“”"'(（[#]+/u
const leading = '：:'
const closing = ' \t\r\n\u00a0\u3000|丨｜·•:：,，;；-—_~→>*'
const glued = /简介|描述|剧情介绍/
const followed = /(?:[\s|丨｜,，。]|^)(?:链接|地址|大小|标签|频道|群组|提取码|访问码)\s*[：:]|(?:点击链接|复制[这本]段)/
const codePhrase =
  /[（(【[]?\s?(?:提取密?码|访问密?码|分享密?码|密码|口令|pwd)\s?[：:=]?\s?[A-Za-z0-9]{3,8}\s?[）)】\]]?/gi
const hasWord = /[\p{L}\p{N}]/u
const plainWord = /[0-9A-Za-z\u4e00-\u9fff]/
const looseBlanks = /[^\S ]|\s\s/
const quoted = /^(?:「([^「」]+)」|『([^『』]+)』|"([^"]+)"|“([^“”]+)”)[，,。]?$/
const shareNotice =
  /^(?:我[用通在].{1,12}?|给你)分享了(?:文件夹?|资源)?[：:]?\s?(?:「([^「」]{1,200})」|『([^『』]{1,200})』|“([^“”]{1,200})”|"([^"]{1,200})"|【([^【】]{1,200})】|《([^《》]{1,200})》)/

const address = /(?:https?:\/\/|magnet:\?|ed2k:\/\/|[a-z0-9.-]{1,60}\.(?:com|cn|net|org|nz|ms)\/)[!-~]{0,1000}/gi

// The colon in place of an address, behind a label that has its own.
const doubleColon = /[：:]\s{0,3}：/g

// Link labels are short: only this many characters at the end of a line are examined.
const maxTailCharacters = 40

const drive =
  '夸克|百度|度盘|阿里|uc|迅雷|天翼|quark|baidu|aliyun|alipan|xunlei|tianyi|mobile|guangya|移动|和彩云|彩云|115|123|光鸭|pikpak|磁力|电驴|ed2k|magnet|蓝奏|坚果|微云|城通|文叔叔|奶牛|onedrive|谷歌|google|mega|dropbox|种子|bt|139|189'
const driveName = `[\\s|丨｜·•,，;；\\-—_/【\\[（(]{0,40}(?:${drive})(?:网盘|云盘|快传|云|盘)?(?:资源|链接|分享|下载|备用){0,20}\\d{0,2}[】\\]）)]?`
const driveLabel = new RegExp(`${driveName}\\s{0,40}[：:]?\\s{0,40}$`, 'i')
const driveLine = new RegExp(`^${driveName}\\s*[：:]\\s*$`, 'i')
const linkLabel =
  /[\s|丨｜·•,，;；\-—_/]{0,40}(?:下载|网盘|资源|备用|分享|在线|观看){0,20}(?:链接|地址|网址|入口)\d{0,2}\s{0,40}[：:]?\s{0,40}$/i

// Words about links that do not name a work. A lone season or quality belongs to the post's only work.
const aboutLinks = new RegExp(
  `${drive}|网盘|云盘|快传|链接|下载|地址|备用|资源|分享|在线|观看|提取码?|密码|入口|网址|补档|失效|更新|完结|完整|全集|合集|正片|版本?|高清|超清|蓝光|原盘|高码率?|杜比视界?|内嵌|内封|字幕|国语|粤语|中字|双语|无水印|[248]k|\\d{3,4}p|hdr\\d{0,2}|dv|sdr|hevc|[hx]\\.?26[45]|web-?dl|remux|\\d{1,3}(?:fps|帧)|第?\\s?[\\d一二三四五六七八九十百]{1,4}\\s?[-~至到]?\\s?[\\d一二三四五六七八九十百]{0,4}\\s?[集期话季部]全?|全?\\d{1,4}集|[上中下]部?|云|盘|番外`,
  'iy',
)

/** Whether a line is nothing but hashtags. */
export function isTagLine(line: string): boolean {
  const text = line.trim()
  return text.startsWith('#') && text.split(/\s+/).every((word) => word.startsWith('#'))
}

/** Whether a line begins with a title label (`名称：…`). */
export function isTitleLine(line: string): boolean {
  const label = line.slice(0, maxLabelCharacters)
  if (!/[：:】\]]/.test(label)) return false
  return titleLabel.test(label.replace(opening, ''))
}

/** Whether a line has a letter or digit at all. */
export function hasWords(text: string): boolean {
  // Fast path for nearly every text: matching all alphabets is slow.
  return plainWord.test(text) || hasWord.test(text)
}

/** The title in a line, at most 200 characters; `''` if the line is a field, an address, a code or boilerplate. */
export function titleInLine(line: string): string {
  if (!hasWords(line) || driveLine.test(line)) return ''
  const start = line.slice(0, maxLineCharacters).replace(opening, '')
  const notice = shareNotice.exec(start)
  if (notice !== null) return firstGroup(notice).trim()
  const labelled = start.replace(titleLabel, '')
  if (labelled === start && (fieldLabel.test(start) || boilerplate.test(start) || isTagLine(start))) return ''
  const text = withoutTail(titlePart(labelled))
  const inner = quoted.exec(text)
  const title = inner ? firstGroup(inner) : text
  return hasWords(title) ? clipTitle(labelled === start ? title : title.replace(severalFiles, '')) : ''
}

function firstGroup(match: RegExpExecArray): string {
  return match.slice(1).find((part) => part !== undefined) ?? match[0]
}

/** The part of a line before fields, addresses and codes appended to its title; an address is replaced by a colon. */
function titlePart(line: string): string {
  const own = cutBefore(line, glued)
  if (!/[:：/码]|口令|pwd/i.test(own)) return own
  return cutBefore(own, followed).replace(address, '：').replace(doubleColon, '：').replace(codePhrase, ' ')
}

function cutBefore(text: string, what: RegExp): string {
  const at = text.search(what)
  return at > 0 ? text.slice(0, at) : text
}

/** Removes trailing labels from a text that introduces a link (`作品丨夸克网盘 链接：`); other texts may end in the same words. */
function withoutTail(text: string): string {
  const leads = leading.includes(text.slice(-maxTailCharacters).trimEnd().at(-1) ?? ' ')
  let remaining = trimClosing(text)
  while (leads) {
    const tail = remaining.slice(-maxTailCharacters)
    const shorter = trimClosing(
      remaining.slice(0, remaining.length - tail.length) + tail.replace(linkLabel, '').replace(driveLabel, ''),
    )
    if (shorter.length === remaining.length) break
    remaining = shorter
  }
  return remaining.replace(opening, '').trim()
}

function trimClosing(text: string): string {
  let end = text.length
  while (end > 0 && closing.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Whether a title names a work, and not just a cloud, a quality or a part of a work. */
export function namesWork(title: string): boolean {
  // Word by word, because the first word usually decides.
  for (let at = 0; at < title.length; ) {
    aboutLinks.lastIndex = at
    if (aboutLinks.test(title)) {
      at = aboutLinks.lastIndex
      continue
    }
    const character = String.fromCodePoint(title.codePointAt(at) ?? 0)
    if (hasWords(character)) return true
    at += character.length
  }
  return false
}

/** At most 200 characters (code points), blanks collapsed, lone surrogates replaced. */
export function clipTitle(text: string): string {
  const start = text.slice(0, maxLineCharacters)
  const line = (looseBlanks.test(start) ? start.replaceAll(/\s+/g, ' ') : start).trim().toWellFormed()
  if (line.length <= maxTitleCharacters) return line
  return Array.from(line).slice(0, maxTitleCharacters).join('').trim()
}
