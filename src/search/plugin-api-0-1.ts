// The names that files of SOURCES_DIR could import by path in Trawl 0.1. Removed in the version after next.

export { foldWords as fold } from '../contract/fold-text.ts'
export { apiRefusal as refused } from '../parsing/api-refusal.ts'
export { findWithin as within, parseItems as readItems, unnestedNodes as apart } from '../parsing/html.ts'
export {
  firstElement as first,
  lenientArray as rows,
  maybeAmount as maybeFigure,
  nonEmptyText as word,
} from '../parsing/lenient-schemas.ts'
export { limitFields } from '../parsing/limit-fields.ts'
export { richTextOf } from '../parsing/rich-text.ts'
export { siteUrl as siteAddress } from '../parsing/source-settings.ts'
export { distinct, truncate as cut, uniqueById as eachOnce } from '../parsing/text.ts'
export { chinaDate, chinaHour } from '../parsing/times.ts'
export * from './plugin-api.ts'
export {
  anchorList as listed,
  limitText as bounded,
  mayBeShare,
  titleHasKeyword as isTitled,
  withMorePages as withFurther,
} from './plugin-parsing.ts'
