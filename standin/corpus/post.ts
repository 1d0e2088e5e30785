// Types of an invented post: its parts, and the shares that a parser must find in it.

/** The 14 cloud types of the contract, repeated here because the stand-in must not import `src/`. */
export type CloudType =
  | 'baidu'
  | 'quark'
  | 'aliyun'
  | 'guangya'
  | 'tianyi'
  | 'uc'
  | 'mobile'
  | '115'
  | 'pikpak'
  | 'xunlei'
  | '123'
  | 'magnet'
  | 'ed2k'
  | 'others'

/** A share that a parser must find in a post. */
export interface Truth {
  readonly type: CloudType
  /**
   * Canonical share code, independent of the link format: Baidu's with its leading 1 (`shareid=…&uk=…` of the very old
   * form), Aliyun's short links with `t/`, a magnet's 40 lower hex (v2 alone: `1220` and 64 hex), ed2k
   * `<32 lower hex>:<bytes>`, of `others` host and path (and a Mega key after `#`) without scheme, `www.` and query.
   */
  readonly code: string
  /** The access code, or '' when the post gives none. */
  readonly password: string
  /** Title of the work that the share belongs to. */
  readonly work: string
}

/** A part of a post's text; a bare string may contain line breaks and emoji. */
export type Piece =
  | string
  | {
      readonly style: 'b' | 'i' | 'u' | 's' | 'code' | 'pre' | 'blockquote' | 'tg-spoiler'
      readonly of: readonly Piece[]
    }
  | { readonly href: string; readonly label: string }
  | { readonly tag: string }
  | { readonly mention: string }
  | { readonly customEmoji: string }

/** A photo or video in a post; `albums` contain several. */
export type Media = 'photo' | 'video' | 'big-video' | 'round-video' | 'voice' | 'sticker' | 'location'

interface Preview {
  readonly href: string
  readonly site: string
  readonly title: string
  readonly description: string
  readonly image: 'right' | 'wide' | 'none'
}

/** The content of a post, without ids and date. */
export interface Draft {
  readonly body: readonly Piece[]
  readonly truth: readonly Truth[]
  readonly media?: readonly Media[]
  readonly document?: { readonly name: string; readonly size: string; readonly audio: boolean }
  readonly preview?: Preview
  readonly poll?: { readonly question: string; readonly options: readonly string[] }
  /** Rows of an inline keyboard. */
  readonly buttons?: ReadonlyArray<ReadonlyArray<{ readonly href: string; readonly label: string }>>
  /** `from` is absent for a hidden source. */
  readonly forward?: { readonly name: string; readonly from?: string }
  readonly service?: boolean
  /** Text in the wrapper that Telegram uses for posts with parts a browser cannot show. */
  readonly unsupported?: boolean
  /** True when the post replies to an older post of its channel. */
  readonly answers?: boolean
}

/** A post in a channel. */
export interface Post extends Draft {
  /** Message ids: one, or one for each album item. */
  readonly ids: readonly number[]
  readonly at: Date
  /** The body as plain text, and its hashtags without `#`. */
  readonly text: string
  readonly tags: readonly string[]
  /** The text that a search matches, in lower case: the body and the title of the link preview. */
  readonly searched: string
  readonly views: string
  readonly signature: string
  readonly edited: boolean
  readonly reactions: ReadonlyArray<{ readonly emoji: string; readonly count: string }>
  readonly reply?: { readonly id: number; readonly quote: string }
}

/** The plain text of a post. */
export function plainText(pieces: readonly Piece[]): string {
  let text = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if ('style' in piece) text += plainText(piece.of)
    else if ('href' in piece) text += piece.label
    else if ('tag' in piece) text += `#${piece.tag}`
    else if ('mention' in piece) text += `@${piece.mention}`
    else text += piece.customEmoji
  }
  return text
}

/** The hashtags of a text, without `#`. */
export function tagsOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return []
    if ('style' in piece) return tagsOf(piece.of)
    return 'tag' in piece ? [piece.tag] : []
  })
}
