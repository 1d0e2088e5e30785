// Page parts that only add the size of real pages: bubble tail, inline style, CDN URLs.
import { namedAfter } from '../picture-hosts.ts'
import { createSeededRandom, hash } from '../seeded-random.ts'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const poolLength = 300_000

/** Creates Telegram CDN URLs; the same key gives the same URL, whose image shows the title. */
export type Cdn = (key: string, ending?: string, title?: string) => string

/**
 * Names of 340 to 400 base64url characters (telegram.md section 4.2), cut from one long draw, because pages contain
 * many.
 */
function createCdn(): Cdn {
  const pool = createSeededRandom('cdn').letters(base64url, poolLength)
  return (key, ending = 'jpg', title = '') => {
    const number = hash(key)
    const from = number % (poolLength - 400)
    const name = (namedAfter(title) + pool.slice(from, from + 400)).slice(0, 340 + (number % 61))
    return `https://cdn${1 + (number % 5)}.telesco.pe/file/${name}.${ending}`
  }
}

function curve(key: string, points: number): string {
  const chance = createSeededRandom('curve', key)
  const number = (): string => (chance.next() * 20).toFixed(3)
  const bends = Array.from(
    { length: points },
    () => `C${number()},${number()} ${number()},${number()} ${number()},${number()}`,
  )
  return `M8,1 L9,1 L9,20 L8,20 L8,18 ${bends.join(' ')} L8,1 Z`
}

/** The bubble's tail: an invented SVG of 1.7 KB. */
function bubbleTail(): string {
  const path = (name: string, fill: string, points: number): string =>
    `<path class="${name}"${fill} d="${curve(name, points)}"></path>`
  return `<i class="tgme_widget_message_bubble_tail">
      <svg class="bubble_icon" width="9px" height="20px" viewBox="0 0 9 20">
        <g fill="none">
          ${path('background', ' fill="#ffffff"', 5)}
          ${path('border_1x', ' fill="#d7e3ec"', 8)}
          ${path('border_2x', '', 8)}
          ${path('border_3x', '', 7)}
        </g>
      </svg>
    </i>`
}

/** An invented icon of about 0.7 KB; the key determines the drawing. */
function icon(key: string): string {
  return `<svg class="tgme_icon" width="24" height="24" viewBox="0 0 24 24"><g fill="none"><path fill="#7d7f81" d="${curve(key, 12)}"></path></g></svg>`
}

/** An inline style of about 7 KB with a colour for every `user-color-N`. */
function userColours(): string {
  const colours = ['#ff5e5e', '#ff9f1a', '#a695e7', '#4fad2d', '#00a3b8', '#3390ec', '#d95574']
  const rules = Array.from({ length: 21 }, (_, at) => {
    const colour = colours[at % colours.length] ?? ''
    const stripe = `repeating-linear-gradient(-45deg,${colour},${colour} 5px,${colour}66 5px,${colour}66 10px)`
    return `.user-color-${at} {
  --accent: ${colour};
  --accent-background: ${colour}1f;
  --accent-text: color-mix(in srgb,${colour} 80%,#000);
}
.user-color-${at} .tgme_widget_message_author,.user-color-${at} .tgme_widget_message_reply:before {
  color: ${colour};
  background-image: ${stripe};
}`
  })
  return `<style>\n${rules.join('\n')}\n</style>`
}

/** The parts that all pages share, created once. */
export interface Decor {
  readonly style: string
  readonly tail: string
  readonly cdn: Cdn
  readonly icons: string
}

const made = new Map<'decor', Decor>()

/** The shared parts, drawn at the first call: tests start a stand-in hundreds of times. */
export function sharedDecor(): Decor {
  const decor = made.get('decor') ?? createDecor()
  made.set('decor', decor)
  return decor
}

function createDecor(): Decor {
  const icons = Array.from({ length: 6 }, (_, at) => icon(`icon ${at}`)).join('')
  return { style: userColours(), tail: bubbleTail(), cdn: createCdn(), icons }
}
