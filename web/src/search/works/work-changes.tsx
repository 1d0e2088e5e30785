// How a work changed over time, by the dates of its links: new clouds, episodes and qualities.
import { useMemo } from 'preact/hooks'
import type { CollectedWork } from '../../../../client/work-collector.ts'
import { shortCloudNames } from '../../components/cloud-names.ts'
import { usePreferences } from '../../page-context.ts'
import { changesOf } from './changes-of.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import { worksMessages } from './works-messages.ts'

/** Older changes are left out. */
const maxChanges = 12

/** Renders nothing for a work that did not change. */
export function WorkChanges({ links }: Pick<CollectedWork, 'links'>) {
  const messages = moreWorksMessages.use()
  const words = worksMessages.use()
  const clouds = shortCloudNames.use()
  const language = usePreferences().language.value
  const changes = useMemo(() => {
    const days = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en', { dateStyle: 'medium' })
    return changesOf(links, { words, clouds, dayOf: (at) => days.format(at) })
  }, [links, words, clouds, language])
  if (changes.length < 2) return null
  return (
    <section class="mt-3 text-sm">
      <h3 class="font-semibold">{messages.changes}</h3>
      <dl class="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {changes.slice(0, maxChanges).map(({ day, labels }) => (
          <div key={day} class="contents">
            <dt class="text-soft figures">{day}</dt>
            <dd>{labels.join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
