// What one site on the DYXS2 template does in its own way.
import type { SiteProfile } from '../corpus/listings.ts'

export interface MaccmsSite {
  /** The site's key among the listings. */
  readonly name: string
  readonly title: string
  readonly taste: SiteProfile
  /** Detail ids are this number and the listing's. */
  readonly firstId: number
  /** Where the picture of a list item leads. */
  readonly picture: 'detail' | 'player'
  /** Where the detail page has its poster. */
  readonly poster: 'box' | 'mobile-play'
  /** The hours of the day in China in which the site shows nothing but an overlay: from the first, before the second. */
  readonly closed?: readonly [number, number]
}
