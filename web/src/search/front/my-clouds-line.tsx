// The user's clouds on the start page: chips to choose them at once, later their names.
import { useState } from 'preact/hooks'
import { cloudTypes } from '../../../../src/contract/cloud-types.ts'
import { Button } from '../../components/button.tsx'
import { cloudNames, shortCloudNames } from '../../components/cloud-names.ts'
import { useMessages } from '../../use-messages.ts'
import { useMyClouds } from '../works/my-clouds.ts'
import { frontMessages } from './front-messages.ts'

export function MyCloudsLine() {
  const messages = useMessages(frontMessages)
  const names = useMessages(cloudNames)
  const shortNames = useMessages(shortCloudNames)
  const { clouds } = useMyClouds()
  const chosen = clouds.value
  const [isChoosing, setChoosing] = useState(chosen.length === 0)
  if (!isChoosing)
    return (
      <div class="flex min-h-9 flex-wrap items-center gap-x-2 text-sm">
        <p>
          <span class="font-semibold text-soft">{messages.myClouds}</span>{' '}
          {chosen.map((type) => names[type]).join(' · ')}
        </p>
        <Button look="quiet" onClick={() => setChoosing(true)}>
          {messages.change}
        </Button>
      </div>
    )
  return (
    <fieldset class="min-w-0 text-sm">
      <legend class="float-start pe-3 leading-9 font-semibold text-soft">{messages.chooseClouds}</legend>
      <div class="flex gap-2 max-sm:fade-end max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
        {cloudTypes.map((type) => {
          const isMine = chosen.includes(type)
          const toggled = cloudTypes.filter((other) => (other === type ? !isMine : chosen.includes(other)))
          return (
            <Button key={type} aria-pressed={isMine} class="shrink-0 rounded-full!" onClick={() => clouds.set(toggled)}>
              {shortNames[type]}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
