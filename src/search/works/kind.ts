// Decides from its marks what kind of work a title names.
import type { KindWord, MarkName, TitleMark } from './mark.ts'

/** `video`: a film or a series, the title does not say which. `pack`: several works. */
export type WorkClass =
  | 'film'
  | 'series'
  | 'video'
  | 'collection'
  | 'pack'
  | 'book'
  | 'comic'
  | 'audiobook'
  | 'music'
  | 'course'
  | 'software'
  | 'game'

/** Kinds other than video, the most reliable first: 凡人修仙传 有声小说 is no book. */
const kindsByReliability = ['audiobook', 'comic', 'music', 'course', 'game', 'software', 'book'] as const

const formats: ReadonlyMap<string, WorkClass> = new Map([
  ...['epub', 'mobi', 'azw3', 'azw', 'txt', 'pdf', 'doc', 'docx', 'chm', 'djvu'].map(
    (format) => [format, 'book'] as const,
  ),
  ...['cbz', 'cbr'].map((format) => [format, 'comic'] as const),
  ...['nsp', 'xci', 'nsz', 'cia', '3ds', 'vpk', 'rvz', 'cso', 'chd', 'wbfs', 'pbp', 'nro'].map(
    (format) => [format, 'game'] as const,
  ),
  ...['exe', 'msi', 'dmg', 'pkg', 'apk', 'ipa'].map((format) => [format, 'software'] as const),
  ...['wav', 'ape', 'dsf', 'dff', 'm4a', 'mp3'].map((format) => [format, 'music'] as const),
  ['m4b', 'audiobook'],
  ['iso', 'software'],
])

/** 遮天 第132集＆紫川2更15集 */
const several = /[集话期]\s?[&+、]\s?[一-鿿]{2,20}\d{0,2}\s?(?:第|更)/

/** 从入门到精通 PDF is a book, 教程 视频+PDF is a course. */
const lessons = /视频|课|讲|\d集|班|mp4/

/** The depth of samples is that of music. */
const notVideo = /^(?:16|24|32)-?bit/

const makers =
  /(?<![a-z])(?:adobe|autodesk|microsoft|jetbrains|corel|maxon|vmware|matlab|wondershare|mathworks|ansys|oracle|blackmagic|ableton|native instruments|topaz|parallels|techsmith|foxit|acronis)(?![a-z])/
const computers = /^(?:win|mac|linux|amd|arm|x64|x86|安卓|android|ios|手机版)/

const videoMarks = new Set<MarkName>(['source', 'codec', 'hdr'])

/** The statements of all marks of a title together. */
interface Said {
  readonly kinds: readonly KindWord[]
  /** The units of marks of episodes: 集, 卷. */
  readonly units: string
  readonly isVideo: boolean
  readonly hasSeason: boolean
  readonly hasEpisodes: boolean
}

/** The class of a title with these marks; `text` is the folded title. */
export function classOf(text: string, marks: readonly TitleMark[]): WorkClass {
  if (/[&+、]/.test(text) && several.test(text)) return 'pack'
  const said = saidBy(text, marks)
  const stated = statedClass(text, said, writtenClass(text, marks, said.units))
  if (stated !== undefined) return stated
  if (said.units.includes('课')) return 'course'
  const isSeries = said.hasEpisodes || said.hasSeason
  const other = said.isVideo
    ? undefined
    : ((isSeries ? undefined : programClass(text, marks)) ?? soundClass(text, marks))
  return other ?? (said.units.includes('卷') ? 'comic' : videoClass(text, marks, said))
}

function saidBy(text: string, marks: readonly TitleMark[]): Said {
  const kinds: KindWord[] = []
  let units = ''
  let isVideo = false
  let hasSeason = false
  let hasEpisodes = false
  for (const mark of marks) {
    if (mark.kind !== undefined) kinds.push(mark.kind)
    if (mark.name === 'episodes') {
      units += unitOf(text, mark)
      hasEpisodes = true
    }
    hasSeason ||= mark.name === 'season'
    isVideo ||= isVideoMark(text, mark)
  }
  return { kinds, units, isVideo, hasSeason, hasEpisodes }
}

function isVideoMark(text: string, { name, start, end }: TitleMark): boolean {
  if (name === 'quality') return /\d[kp]/.test(text.slice(start, end))
  return videoMarks.has(name) && !notVideo.test(text.slice(start, end))
}

/** The class that words or formats say. */
function statedClass(text: string, { kinds, isVideo }: Said, written: WorkClass | undefined): WorkClass | undefined {
  const stated = kinds.length === 0 ? undefined : kindsByReliability.find((kind) => kinds.includes(kind))
  if (stated === 'music' && written === 'book') return 'book'
  if (stated === 'course' && written === 'book' && !lessons.test(text)) return 'book'
  if (stated !== undefined && !(isVideo && (stated === 'book' || stated === 'software'))) return stated
  return isVideo ? undefined : written
}

function soundClass(text: string, marks: readonly TitleMark[]): WorkClass | undefined {
  return marks.some(({ name }) => name === 'audio') && /flac|dsd|无损|khz|320k/.test(text) ? 'music' : undefined
}

/** A title with a version or a platform names a program. */
function programClass(text: string, marks: readonly TitleMark[]): WorkClass | undefined {
  if (makers.test(text)) return 'software'
  const platforms = marks.filter(({ name }) => name === 'platform').map(({ start, end }) => text.slice(start, end))
  if (platforms.some((platform) => computers.test(platform))) return 'software'
  return platforms.length > 0 || marks.some(({ name }) => name === 'version') ? 'game' : undefined
}

/** The unit at the end of a mark of episodes: 集, 卷. */
function unitOf(text: string, { start, end }: TitleMark): string {
  return /[集话回期卷册章讲节课]/.exec(text.slice(start, end))?.[0] ?? ''
}

/** The class that the format of files says. */
function writtenClass(text: string, marks: readonly TitleMark[], units: string): WorkClass | undefined {
  for (const { name, start, end } of marks) {
    const found = name === 'format' ? formatClass(text, text.slice(start, end), units) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function formatClass(text: string, format: string, units: string): WorkClass | undefined {
  const found = format === 'iso' && /sacd|dsd/.test(text) ? 'music' : formats.get(format)
  if (found === 'music' && (units.includes('集') || units.includes('回') || units.includes('章'))) return 'audiobook'
  if (found === 'book' && (units.includes('话') || (units.includes('卷') && format === 'pdf'))) return 'comic'
  return found
}

/** A series with its films. */
const withFilms = /\+\s?(?:movies|\d{0,2}部?(?:剧场版|大电影|电影))/
const maxYearCharacters = 5

function videoClass(text: string, marks: readonly TitleMark[], { kinds, units, ...said }: Said): WorkClass {
  const isCounted = said.hasSeason || units !== ''
  if ((text.includes('+') && withFilms.test(text)) || (!isCounted && marks.some(({ name }) => name === 'parts')))
    return 'collection'
  if (!isCounted && kinds.includes('film')) return 'film'
  const hasDate = marks.some(({ name, start, end }) => name === 'year' && end - start > maxYearCharacters)
  const isSeries = isCounted || said.hasEpisodes || hasDate || kinds.includes('series') || kinds.includes('show')
  return isSeries ? 'series' : 'video'
}
