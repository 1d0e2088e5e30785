// Settings that differ between sites on the DYXS2 template.
import type { SiteProfile } from '../corpus/listings.ts'

export interface MaccmsSite {
  /** The site's key in the listings. */
  readonly name: string
  readonly title: string
  readonly taste: SiteProfile
  /** Detail ids are this number plus the listing id. */
  readonly firstId: number
  /** Target of a list item's picture. */
  readonly picture: 'detail' | 'player'
  /** Location of the poster on the detail page. */
  readonly poster: 'box' | 'mobile-play'
  /** Closing hours in China time, during which the site shows only an overlay: start inclusive, end exclusive. */
  readonly closed?: readonly [number, number]
}
