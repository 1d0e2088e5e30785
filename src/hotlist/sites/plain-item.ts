// An item of what an interface gives, by the rules that lists of articles have in common (upstreams/hot/README-b.md).
import { titleText } from '../../reading/texts.ts'
import type { HotItem } from '../hot-list.ts'
import { overHttps } from './links.ts'

/** An item whose title and summary lose their tags; phones are given the same page unless it names another, and its picture comes over https. */
export function plainItem(given: HotItem): HotItem {
  return {
    mobileUrl: given.url,
    ...given,
    title: titleText(given.title),
    hover: titleText(given.hover),
    icon: overHttps(given.icon),
  }
}
