// Decides from its marks what kind of work a title names.
import type { KindWord, Mark, MarkName } from './mark.ts'

/** `video`: a film or a series, the title does not say which. `pack`: several works. */
export type WorkClass =
  | 'film' | 'series' | 'video' | 'collection' | 'pack'
  | 'book' | 'comic' | 'audiobook' | 'music' | 'course' | 'software' | 'game'

/** What is not video, the most telling first: 凡人修仙传 有声小说 is no book. */
const telling = ['audiobook', 'comic', 'music', 'course', 'game', 'software', 'book'] as const

const formats: ReadonlyMap<string, WorkClass> = new Map([
  ...['epub', 'mobi', 'azw3', 'azw', 'txt', 'pdf', 'doc', 'docx', 'chm', 'djvu'].map((format) => [format, 'book'] as const),
  ...['cbz', 'cbr'].map((format) => [format, 'comic'] as const),
  ...['nsp', 'xci', 'nsz', 'cia', '3ds', 'vpk'].map((format) => [format, 'game'] as const),
  ...['exe', 'msi', 'dmg', 'pkg', 'apk', 'ipa'].map((format) => [format, 'software'] as const),
  ...['wav', 'ape', 'dsf', 'dff', 'm4a', 'mp3'].map((format) => [format, 'music'] as const),
  ['m4b', 'audiobook'],
  ['iso', 'software'],
])

/** 遮天 第132集＆紫川2更15集 */
const several = /[集话期]\s?[&+、]\s?[一-鿿]{2,20}\d{0,2}\s?(?:第|更)/

/** The depth of samples is that of music. */
const notVideo = /^(?:16|24|32)-?bit/

const computers = /^(?:win|mac|linux|amd|arm|x64|x86|安卓|android|ios|手机版)/

const videoMarks = new Set<MarkName>(['source', 'codec', 'hdr'])

/** The class of a title with these marks; `text` is the folded title. */
export function classOf(text: string, marks: readonly Mark[]): WorkClass {
  const has = (name: MarkName) => marks.some((mark) => mark.name === name)
  const kinds = new Set<KindWord | undefined>(marks.map(({ kind }) => kind))
  const isVideo = marks.some(({ name, start, end }) => videoMarks.has(name) && !notVideo.test(text.slice(start, end))) ||
    marks.some(({ name, start, end }) => name === 'quality' && /\d[kp]/.test(text.slice(start, end)))
  const units = new Set(marks.filter(({ name }) => name === 'episodes').map(({ start, end }) => unitOf(text, start, end)))
  const written = writtenClass(text, marks, units)
  if (several.test(text)) return 'pack'
  const told = telling.find((kind) => kinds.has(kind))
  if (told !== undefined && !(isVideo && (told === 'book' || told === 'software'))) return told === 'music' && written === 'book' ? 'book' : told
  if (written !== undefined && !isVideo) return written
  const program = isVideo || has('season') || units.size > 0 ? undefined : programClass(text, marks)
  if (program !== undefined) return program
  if (!isVideo && marks.some((mark) => mark.name === 'audio') && /flac|dsd|无损|khz|320k/.test(text)) return 'music'
  if (units.has('卷') || (units.has('话') && !isVideo && written === 'book')) return 'comic'
  return videoClass(text, marks, kinds, units)
}

/** A title with a version or a platform names a program. */
function programClass(text: string, marks: readonly Mark[]): WorkClass | undefined {
  const platforms = marks.filter(({ name }) => name === 'platform').map(({ start, end }) => text.slice(start, end))
  if (platforms.some((platform) => computers.test(platform))) return 'software'
  return platforms.length > 0 || marks.some(({ name }) => name === 'version') ? 'game' : undefined
}

/** The unit at the end of a mark of episodes: 集, 卷. */
function unitOf(text: string, start: number, end: number): string {
  return /[集话回期卷册章讲]/.exec(text.slice(start, end))?.[0] ?? ''
}

/** The class that the format of files says. */
function writtenClass(text: string, marks: readonly Mark[], units: ReadonlySet<string>): WorkClass | undefined {
  for (const { name, start, end } of marks) {
    if (name !== 'format') continue
    const format = text.slice(start, end)
    const found = formats.get(format)
    if (found === 'music' && (units.has('集') || units.has('回') || units.has('章'))) return 'audiobook'
    if (found === 'book' && (units.has('话') || (units.has('卷') && format === 'pdf'))) return 'comic'
    if (found !== undefined) return found
  }
  return undefined
}

/** A series with its films. */
const withFilms = /\+\s?(?:movies|\d{0,2}部?(?:剧场版|大电影|电影))/
const maxYearCharacters = 5

function videoClass(text: string, marks: readonly Mark[], kinds: ReadonlySet<KindWord | undefined>, units: ReadonlySet<string>): WorkClass {
  const has = (name: MarkName) => marks.some((mark) => mark.name === name)
  const isCounted = [...units].some((unit) => unit !== '')
  if (withFilms.test(text)) return 'collection'
  if (has('parts') && !has('season') && !isCounted) return 'collection'
  if (kinds.has('film') && !has('season') && !isCounted) return 'film'
  const hasDate = marks.some(({ name, start, end }) => name === 'year' && end - start > maxYearCharacters)
  if (has('season') || units.size > 0 || hasDate || kinds.has('series') || kinds.has('show')) return 'series'
  return 'video'
}
