// All templates: what is known of each sample, so that it can be played as a living list.
import type { Template } from './template.ts'
import { boardTemplates } from './templates-of-boards.ts'
import { fallbackTemplates } from './templates-of-fallbacks.ts'
import { feedTemplates } from './templates-of-feeds.ts'
import { newsTemplates } from './templates-of-news.ts'
import { pageTemplates } from './templates-of-pages.ts'

/** Templates by the sample they are for. */
export const templates: ReadonlyMap<string, Template> = new Map(
  [...pageTemplates, ...feedTemplates, ...newsTemplates, ...boardTemplates, ...fallbackTemplates].map((template) => [
    template.body,
    template,
  ]),
)
