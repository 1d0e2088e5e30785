// Builds an item by rules common to article lists (upstreams/hot/README-b.md).
import { titleText } from '../../reading/texts.ts'
import type { HotItem } from '../hot-list.ts'
import { overHttps } from './links.ts'

/** Strips tags from title and summary, defaults the mobile URL to the URL, and loads the image over https. */
export function plainItem(given: HotItem): HotItem {
  return {
    mobileUrl: given.url,
    ...given,
    title: titleText(given.title),
    hover: titleText(given.hover),
    icon: overHttps(given.icon),
  }
}
