// A work by its address: all links that the archive has of it, and their state; why there are none.

import { Archive, Search } from 'lucide-preact'
import { useEffect, useMemo } from 'preact/hooks'
import { collectedWorkLink } from '../../../../client/work-collector.ts'
import type { Work, WorkResponse } from '../../../../src/contract/works.ts'
import type { ApiError } from '../../api-client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorPage } from '../../components/error-page.tsx'
import { useContent } from '../../components/use-content.ts'
import { useAnswer } from '../../use-answer.ts'
import { createMessages } from '../../use-messages.ts'
import { NearestTitles } from '../nearest-titles.tsx'
import { useChecking } from '../use-checking.ts'
import { workTitle } from './export-links.ts'
import { useMyClouds } from './my-clouds.ts'
import { WorkContent } from './work-content.tsx'

interface WorkPageProps {
  readonly workKey: string
  readonly onSearch: (kw: string) => void
}

export function WorkPage({ workKey, onSearch }: WorkPageProps) {
  const messages = workPageMessages.use()
  const { answer, error, retry } = useAnswer<WorkResponse>(`/api/v1/works/${encodeURIComponent(workKey)}`)
  if (answer) return <KnownWork work={answer.work} onSearch={onSearch} />
  if (error?.kind === 'notFound') return <UnknownWork name={nameIn(workKey)} error={error} onSearch={onSearch} />
  if (error) return <ErrorPage error={error} onRetry={retry} />
  return (
    <p role="status" class="py-14 text-center text-sm text-soft">
      {messages.loading}
    </p>
  )
}

/** The name in a key such as `film:流浪地球:2`. */
function nameIn(key: string): string {
  const [, name = ''] = key.split(':')
  return name
}

interface UnknownProps extends Pick<WorkPageProps, 'onSearch'> {
  readonly name: string
  readonly error: ApiError
}

function UnknownWork({ name, error, onSearch }: UnknownProps) {
  const messages = workPageMessages.use()
  // The message of a server that stores no works begins so; that of an unknown key does not.
  const isOff = error.message.startsWith('archive:')
  return (
    <EmptyState
      icon={Archive}
      title={isOff ? messages.off : messages.unknown}
      text={isOff ? messages.offWhy : messages.unknownWhy}
      isAlert
    >
      {name !== '' && (
        <>
          <Button icon={Search} look="main" onClick={() => onSearch(name)}>
            {messages.searchFor(name)}
          </Button>
          {!isOff && <NearestTitles kw={name} otherwise={[]} onPick={onSearch} />}
        </>
      )}
    </EmptyState>
  )
}

function KnownWork({ work: { links: listed, ...fields }, onSearch }: Pick<WorkPageProps, 'onSearch'> & { work: Work }) {
  const messages = workPageMessages.use()
  const work = useMemo(() => ({ ...fields, links: listed.map(collectedWorkLink) }), [listed])
  useContent(true)
  const checking = useChecking()
  const title = workTitle(work)
  useEffect(() => {
    document.title = `${title} - Trawl`
  }, [title])
  const mine = useMyClouds().clouds.value
  return (
    <article class="max-w-3xl pt-5">
      <h2 class="mb-3 text-xl font-bold">
        <bdi>{title}</bdi>
      </h2>
      <WorkContent {...{ work, checking, mine }} />
      <div class="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-soft">
        {messages.fromArchive(work.links.length)}
        <Button look="quiet" icon={Search} class="-ms-3 min-h-11!" onClick={() => onSearch(work.title)}>
          {messages.searchAgain}
        </Button>
      </div>
    </article>
  )
}

const workPageMessages = createMessages({
  loading: ['正在读取存档…', 'Reading the archive…'],
  fromArchive: [
    '存档里这部作品只有这一条链接。|存档里这部作品共有 {0} 条链接。',
    'The only link of this work in the archive.|The archive has {0} links of this work.',
  ],
  searchAgain: ['重新搜索，看有没有新的', 'Search again for new ones'],
  unknown: ['存档里没有这部作品', 'This work is not in the archive'],
  unknownWhy: [
    '可能还没有人搜到过它，链接已从存档中清除，或者它已归到另一个名字下。按名字搜一次就能找到。',
    'No search has found it yet, its links were removed from the archive, or it is listed under another name now. Search for its name to find it.',
  ],
  off: ['这台服务器没有开启存档', 'This server keeps no archive'],
  offWhy: [
    '作品的地址要靠存档里存的链接才能打开。可以按名字搜索。',
    'The address of a work needs the links in the archive. Search for the name instead.',
  ],
  searchFor: ['搜索“{0}”', 'Search for “{0}”'],
})
