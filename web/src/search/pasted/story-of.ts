// The story of a headline, by its address.
import type { TrendsAnswer } from '../../../../src/contract/hotlist-trends.ts'

export type Stories = Pick<TrendsAnswer, 'stories'>

/** The story with this headline; undefined if no list has it, or only one platform. */
export function storyOf(url: string, answer: Stories | undefined): Stories['stories'][number] | undefined {
  const address = addressOf(url)
  return answer?.stories.find(({ items }) => items.some((item) => addressOf(item.url) === address))
}

/** Without what differs between copies of an address: scheme, `www.` and `m.`, marks of who shared it, fragment, last slash. */
function addressOf(url: string): string {
  const { hostname, pathname, searchParams } = new URL(url)
  const params = [...searchParams].filter(([name]) => !/^(?:utm_\w+|spm|from|share\w*)$/i.test(name)).sort()
  return `${hostname.replace(/^(?:www|m)\./, '')}${pathname.replace(/\/$/, '')}?${new URLSearchParams(params)}`
}
