// Decides from its marks what kind of work a title names.
import type { KindWord, MarkName, TitleMark } from './mark.ts'

/** Kinds other than video, the most reliable first: 凡人修仙传 有声小说 is no book. */
const kindsByReliability = ['audiobook', 'comic', 'music', 'course', 'game', 'software', 'book'] as const

/** `video`: a film or a series, the title does not say which. `pack`: several works. */
export type WorkClass = (typeof kindsByReliability)[number] | 'film' | 'series' | 'video' | 'collection' | 'pack'

const formatsOf: readonly (readonly [WorkClass, string])[] = [
  ['book', 'epub mobi azw3 azw txt pdf doc docx chm djvu'],
  ['comic', 'cbz cbr'],
  ['game', 'nsp xci nsz cia 3ds vpk rvz cso chd wbfs pbp nro'],
  ['software', 'exe msi dmg pkg apk ipa iso'],
  ['music', 'wav ape dsf dff m4a mp3'],
  ['audiobook', 'm4b'],
]
const formats = new Map(formatsOf.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])))

/** 遮天 第132集＆紫川2更15集 */
const several = /[集话期]\s?[&+、]\s?[一-鿿]{2,20}\d{0,2}\s?(?:第|更)/
/** The depth of samples is that of music. */
const depth = /^(?:16|24|32)-?bit/
const makers =
  /(?<![a-z])(?:adobe|autodesk|microsoft|jetbrains|corel|maxon|vmware|matlab|wondershare|mathworks|ansys|oracle|blackmagic|ableton|native instruments|topaz|parallels|techsmith|foxit|acronis)(?![a-z])/
const computers = /^(?:win|mac|linux|amd|arm|x64|x86|安卓|android|ios|手机版)/
/** A series with its films. */
const withFilms = /\+\s?(?:movies|\d{0,2}部?(?:剧场版|大电影|电影))/
const maxYearCharacters = 5
const videoMarks = new Set<MarkName>(['source', 'codec', 'hdr'])

type Said = ReturnType<typeof saidBy>

/** The class of a title with these marks; `text` is the folded title. */
export function classOf(text: string, marks: readonly TitleMark[]): WorkClass {
  if (several.test(text)) return 'pack'
  const said = saidBy(text, marks)
  const stated = statedClass(text, said)
  if (stated !== undefined) return stated
  if (said.units.includes('课')) return 'course'
  const isProgram = !said.isVideo && !said.names.has('episodes') && !said.names.has('season')
  const program = isProgram ? programClass(text, marks, said) : undefined
  if (program !== undefined) return program
  if (!said.isVideo && /flac|dsd|无损|khz|320k/.test(text)) return 'music'
  return said.units.includes('卷') ? 'comic' : videoClass(text, said)
}

/** The statements of all marks of a title together; `units` of episodes: 集, 卷; `hasDate`: that of an episode. */
function saidBy(text: string, marks: readonly TitleMark[]) {
  const names = new Set<MarkName>()
  const kinds = new Set<KindWord>()
  const formats: string[] = []
  let [units, isVideo, hasDate] = ['', false, false]
  for (const { name, kind, start, end } of marks) {
    const piece = text.slice(start, end)
    names.add(name)
    if (kind !== undefined) kinds.add(kind)
    if (name === 'format') formats.push(piece)
    if (name === 'episodes') units += /[集话回期卷册章讲节课]/.exec(piece)?.[0] ?? ''
    hasDate ||= name === 'year' && piece.length > maxYearCharacters
    isVideo ||= name === 'quality' ? /\d[kp]/.test(piece) : videoMarks.has(name) && !depth.test(piece)
  }
  return { names, kinds, formats, units, isVideo, hasDate }
}

/** The class that words or formats say: 从入门到精通 PDF is a book, also if it is called 教程. */
function statedClass(text: string, { kinds, formats: found, units, isVideo }: Said): WorkClass | undefined {
  const [written] = found.flatMap((format) => formatClass(text, format, units) ?? [])
  const stated = kindsByReliability.find((kind) => kinds.has(kind))
  if (stated === 'course' && written === 'book') return 'book'
  if (stated !== undefined && !(isVideo && stated === 'book')) return stated
  return isVideo ? undefined : written
}

function formatClass(text: string, format: string, units: string): WorkClass | undefined {
  const kind = /sacd|dsd/.test(text) ? 'music' : formats.get(format)
  if (kind === 'music' && /[集回]/.test(units)) return 'audiobook'
  if (kind === 'book' && (units.includes('话') || (units.includes('卷') && format === 'pdf'))) return 'comic'
  return kind
}

/** A title with a version or a platform names a program. */
function programClass(text: string, marks: readonly TitleMark[], { names }: Said): WorkClass | undefined {
  const isComputer = ({ name, start, end }: TitleMark) => name === 'platform' && computers.test(text.slice(start, end))
  if (makers.test(text) || (names.has('platform') && marks.some(isComputer))) return 'software'
  return names.has('platform') || names.has('version') ? 'game' : undefined
}

function videoClass(text: string, { kinds, names, units, hasDate }: Said): WorkClass {
  const isCounted = names.has('season') || units !== ''
  if (withFilms.test(text) || (!isCounted && names.has('parts'))) return 'collection'
  if (!isCounted && kinds.has('film')) return 'film'
  const isSeries = isCounted || names.has('episodes') || hasDate || kinds.has('series') || kinds.has('show')
  return isSeries ? 'series' : 'video'
}
