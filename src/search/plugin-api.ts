// The plugin API: everything that a file of SOURCES_DIR may import from `trawl/plugin`.
export { dataHeaders, pageHeaders } from '../parsing/browser-headers.ts'
export { feedTime } from '../parsing/feed-time.ts'
export {
  lenientArray,
  maybeAmount,
  maybeNumber,
  maybeText,
  maybeWord,
  nonEmptyText,
} from '../parsing/lenient-schemas.ts'
export { richText } from '../parsing/rich-text.ts'
export { agentName, cookieText, siteUrl, wholeNumber, wordList } from '../parsing/source-settings.ts'
export { amountOf, hashOf, oneLine, sizeText, titleText, truncate } from '../parsing/text.ts'
export { chinaTime, shownTime, unixTime, zonedTime } from '../parsing/times.ts'
export { UpstreamError } from '../upstream/errors.ts'
export type { Init, Io, Limits } from '../upstream/source.ts'
export type { Anchor, Plugin, Post, SearchQuery } from './plugin.ts'
export { anchorList, englishTitle, magnetOf, titleHasKeyword, withMorePages } from './plugin-parsing.ts'
