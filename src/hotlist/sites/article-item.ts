// Builds an item by rules common to article lists (upstreams/hot/README-b.md).
import { titleText } from '../../parsing/text.ts'
import type { HotItem } from '../list-definition.ts'
import { toHttps } from './links.ts'

/** Strips tags from title and summary, defaults the mobile URL to the URL, and loads the image over https. */
export function articleItem(given: HotItem): HotItem {
  return {
    mobileUrl: given.url,
    ...given,
    title: titleText(given.title),
    hover: titleText(given.hover),
    icon: toHttps(given.icon),
  }
}
