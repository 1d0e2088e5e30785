// The dialog in which users select their own clouds.
import { cloudOrder } from '../../../../client/link-collector.ts'
import { cloudNames } from '../../components/cloud-names.ts'
import { Dialog } from '../../components/dialog.tsx'
import { useMessages } from '../../use-messages.ts'
import { moreWorksMessages } from './more-works-messages.ts'
import type { MyClouds } from './my-clouds.ts'

interface MyCloudsProps extends Pick<MyClouds, 'clouds'> {
  readonly onClose: () => void
}

export function MyCloudsDialog({ clouds, onClose }: MyCloudsProps) {
  const messages = useMessages(moreWorksMessages)
  const names = useMessages(cloudNames)
  const mine = new Set(clouds.value)
  const toggled = (type: (typeof cloudOrder)[number]) => mine.symmetricDifference(new Set([type]))
  return (
    <Dialog title={messages.mineTitle} onClose={onClose}>
      <p class="mb-2 text-sm text-soft">{messages.mineHint}</p>
      <div class="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-2">
        {cloudOrder.map((type) => (
          <label key={type} class="flex min-h-9 items-center gap-2 rounded-lg px-1.5 text-sm hover:bg-raised">
            <input
              type="checkbox"
              checked={mine.has(type)}
              class="size-4 shrink-0 accent-accent"
              onChange={() => clouds.set(cloudOrder.filter((name) => toggled(type).has(name)))}
            />
            {names[type]}
          </label>
        ))}
      </div>
    </Dialog>
  )
}
