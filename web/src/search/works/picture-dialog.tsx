// A picture of a work to send: poster, title, clouds, and the QR code of its best link. It is drawn in the page, so it works on plain http too.

import { Download, Share2 } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { encode } from 'uqr'
import type { CollectedWork, CollectedWorkLink } from '../../../../client/work-collector.ts'
import { Button } from '../../components/button.tsx'
import { cloudNames } from '../../components/cloud-names.ts'
import { Dialog } from '../../components/dialog.tsx'
import { isSafeUrl } from '../../components/is-safe-url.ts'
import { Problem } from '../../components/problem.tsx'
import { usePage } from '../../page-context.ts'
import { searchMessages } from '../messages.ts'
import { usePictures } from '../use-pictures.ts'
import { workTitle } from './export-links.ts'
import { initialOf } from './initial.tsx'
import { moreWorksMessages } from './more-works-messages.ts'
import { canShare } from './share-text.ts'
import { workLabels } from './work-labels.ts'
import { worksMessages } from './works-messages.ts'

interface PictureProps {
  readonly work: CollectedWork
  /** The living links, best first. */
  readonly links: readonly CollectedWorkLink[]
  readonly onClose: () => void
}

export function PictureDialog({ work, links, onClose }: PictureProps) {
  const messages = moreWorksMessages.use()
  const { file, hasFailed } = usePicture(work, links)
  const name = `${workTitle(work).replaceAll(/[\\/:*?"<>|]/g, ' ')}.png`
  const url = useObjectUrl(file)
  const shareFile = file && new File([file], name, { type: file.type })
  const data = shareFile && { files: [shareFile] }
  return (
    <Dialog title={messages.pictureTitle} onClose={onClose}>
      <Problem text={hasFailed && messages.noPicture} />
      {url && (
        <>
          <img src={url} alt={workTitle(work)} class="mx-auto max-h-[65dvh] rounded-xl border border-line" />
          <p class="mt-2 text-center text-sm text-soft">{messages.pictureHint}</p>
          <div class="mt-2 flex justify-center gap-2">
            <a
              href={url}
              download={name}
              class="inline-flex min-h-11 items-center gap-1.5 rounded-lg bg-accent px-4 text-sm font-medium text-on-accent hover:brightness-110"
            >
              <Download size={16} aria-hidden="true" />
              {messages.savePicture}
            </a>
            {data && canShare() && navigator.canShare(data) && (
              <Button icon={Share2} class="min-h-11!" onClick={() => void navigator.share(data).catch(() => undefined)}>
                {messages.share}
              </Button>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}

function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string | undefined>()
  useEffect(() => {
    if (!file) return
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}

/** Drawn once the poster is there, or is known not to come. */
function usePicture(work: CollectedWork, links: readonly CollectedWorkLink[]) {
  const { preferences } = usePage()
  const [state, setState] = useState<{ readonly file?: Blob; readonly hasFailed?: boolean }>({})
  const { pictures } = usePictures(work.images.slice(0, 1))
  const [poster] = pictures
  const content = useContent(work, links)
  const latest = useRef(content)
  latest.current = content
  const isReady = poster?.state !== 'loading'
  useEffect(() => {
    if (!isReady) return
    let isMounted = true
    const put = (next: typeof state) => {
      if (isMounted) setState(next)
    }
    const src = poster?.state === 'loaded' ? poster.src : undefined
    drawPicture({ ...latest.current, poster: src }).then(
      (file) => put({ file }),
      (error: unknown) => {
        reportError(error)
        put({ hasFailed: true })
      },
    )
    return () => {
      isMounted = false
    }
  }, [isReady, preferences.language.value])
  return state
}

function useContent(work: CollectedWork, links: readonly CollectedWorkLink[]): Omit<PictureContent, 'poster'> {
  const words = worksMessages.use()
  const { scanToOpen, allDead } = moreWorksMessages.use()
  const { code } = searchMessages.use()
  const names = cloudNames.use()
  const scanned = links.find(({ url }) => isSafeUrl(url))
  const facts = [...(work.kind === 'other' ? [] : [words.kinds[work.kind]]), ...workLabels(work, words)]
  const unbroken = facts.map((fact) => fact.replaceAll(' ', '\u00A0'))
  const clouds = links.map(({ type, password }) => [names[type], ...(password && [`${code} ${password}`])].join('  '))
  return {
    title: workTitle(work),
    facts: unbroken.join(' · '),
    lines: clouds.length > 0 ? clouds : [allDead],
    ...(scanned && { code: scanned.url, caption: scanToOpen(names[scanned.type]) }),
  }
}

interface PictureContent {
  /** Address of the poster; without one, the first character of the title is drawn. */
  readonly poster: string | undefined
  readonly title: string
  readonly facts: string
  /** The clouds. */
  readonly lines: readonly string[]
  /** Text of the QR code, and what stands below it. */
  readonly code?: string
  readonly caption?: string
}

const width = 750
const margin = 40
const posterBox = { width: 280, height: 380 }
const codeSize = 240
const lineHeight = 44
const font = '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif'

/** Colours of a picture do not follow the theme: others see it on their own ground. */
const colours = { ground: '#ffffff', ink: '#152128', soft: '#51616a', raised: '#e2f1f2', accent: '#0b6e75' }

/** Resolves to a PNG. @throws Error where the browser has no canvas or cannot make a file of it. */
async function drawPicture(content: PictureContent): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser offers no canvas')
  const poster = content.poster === undefined ? undefined : await loadImage(content.poster)
  const lines = Math.ceil(Math.max(content.lines.length * lineHeight, content.code ? codeSize + lineHeight : 0))
  canvas.width = width
  canvas.height = margin * 3 + posterBox.height + lines
  pen.fillStyle = colours.ground
  pen.fillRect(0, 0, width, canvas.height)
  pen.textBaseline = 'top'
  drawPoster(pen, poster, content.title)
  drawHead(pen, content)
  drawClouds(pen, content)
  return new Promise((resolve, reject) =>
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('the canvas gives no file'))), 'image/png'),
  )
}

/** Undefined if the browser cannot decode it. */
async function loadImage(src: string): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = src
  return image.decode().then(
    () => image,
    () => undefined,
  )
}

function drawPoster(pen: CanvasRenderingContext2D, image: HTMLImageElement | undefined, title: string): void {
  const { width: boxWidth, height: boxHeight } = posterBox
  pen.save()
  pen.beginPath()
  pen.roundRect(margin, margin, boxWidth, boxHeight, 16)
  pen.clip()
  pen.fillStyle = colours.raised
  pen.fillRect(margin, margin, boxWidth, boxHeight)
  if (image) {
    // Covers the box, from the middle of the picture.
    const scale = Math.max(boxWidth / image.naturalWidth, boxHeight / image.naturalHeight)
    const [drawnWidth, drawnHeight] = [image.naturalWidth * scale, image.naturalHeight * scale]
    const [x, y] = [margin + (boxWidth - drawnWidth) / 2, margin + (boxHeight - drawnHeight) / 2]
    pen.drawImage(image, x, y, drawnWidth, drawnHeight)
  } else {
    pen.fillStyle = colours.accent
    pen.font = `600 140px ${font}`
    pen.textAlign = 'center'
    pen.textBaseline = 'middle'
    pen.fillText(initialOf(title), margin + boxWidth / 2, margin + boxHeight / 2)
  }
  pen.restore()
}

function drawHead(pen: CanvasRenderingContext2D, { title, facts }: PictureContent): void {
  const left = margin * 2 + posterBox.width
  const room = width - left - margin
  pen.fillStyle = colours.ink
  pen.font = `700 42px ${font}`
  const titleLines = wrap(pen, title, { room, max: 4 })
  for (const [at, line] of titleLines.entries()) pen.fillText(line, left, margin + at * 54)
  pen.fillStyle = colours.soft
  pen.font = `400 26px ${font}`
  const top = margin + titleLines.length * 54 + 16
  for (const [at, line] of wrap(pen, facts, { room, max: 4 }).entries()) pen.fillText(line, left, top + at * 38)
}

function drawClouds(pen: CanvasRenderingContext2D, { lines, code, caption = '' }: PictureContent): void {
  const top = margin * 2 + posterBox.height
  const room = width - margin * 2 - (code === undefined ? 0 : codeSize + margin)
  pen.fillStyle = colours.ink
  pen.font = `500 28px ${font}`
  for (const [at, line] of lines.entries()) {
    const [first = ''] = wrap(pen, line, { room, max: 1 })
    pen.fillText(first, margin, top + at * lineHeight)
  }
  if (code === undefined) return
  const left = width - margin - codeSize
  drawCode(pen, code, { left, top })
  pen.fillStyle = colours.soft
  pen.font = `400 22px ${font}`
  pen.textAlign = 'center'
  pen.fillText(caption, left + codeSize / 2, top + codeSize + 8, codeSize)
  pen.textAlign = 'start'
}

function drawCode(pen: CanvasRenderingContext2D, text: string, at: { readonly left: number; readonly top: number }) {
  const { size, data } = encode(text, { ecc: 'L', border: 1 })
  // Whole pixels: cameras read sharp edges.
  const dot = Math.max(1, Math.floor(codeSize / size))
  const inset = Math.floor((codeSize - dot * size) / 2)
  pen.fillStyle = '#000000'
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) pen.fillRect(at.left + inset + x * dot, at.top + inset + y * dot, dot, dot)
    }
  }
}

/** Breaks a text between words and anywhere in Chinese; the last line ends in `…` where the text is longer. */
function wrap(
  pen: CanvasRenderingContext2D,
  text: string,
  { room, max }: { readonly room: number; readonly max: number },
): string[] {
  const fits = (line: string) => pen.measureText(line).width <= room
  const parts = (text.match(/[!-~\u00A0]+|[^!-~\u00A0]/gu) ?? []).flatMap((part) => (fits(part) ? part : [...part]))
  const lines = ['']
  for (const part of parts) {
    const line = (lines.at(-1) ?? '') + part
    if (fits(line)) lines[lines.length - 1] = line
    else lines.push(part.trimStart())
  }
  if (lines.length <= max) return lines
  const last = [...(lines[max - 1] ?? '')]
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop()
  return [...lines.slice(0, max - 1), `${last.join('')}…`]
}
