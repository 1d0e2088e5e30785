// The user's clouds on the start page.
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { cloudNames } from '../../components/cloud-names.ts'
import { LoadErrorToast, lazyComponent } from '../../components/lazy.tsx'
import { useMessages } from '../../use-messages.ts'
import { useMyClouds } from '../works/my-clouds.ts'
import { frontMessages } from './front-messages.ts'

const MyCloudsDialog = lazyComponent(
  async () => (await import('../works/my-clouds-dialog.tsx')).MyCloudsDialog,
  LoadErrorToast,
)

export function MyCloudsLine() {
  const messages = useMessages(frontMessages)
  const names = useMessages(cloudNames)
  const { clouds } = useMyClouds()
  const [isOpen, setOpen] = useState(false)
  const mine = clouds.value.map((type) => names[type])
  return (
    <div class="flex min-h-9 flex-wrap items-center gap-x-2 text-sm">
      {mine.length > 0 && (
        <p>
          <span class="font-semibold text-soft">{messages.myClouds}</span> {mine.join(' · ')}
        </p>
      )}
      <Button look="quiet" class={mine.length === 0 ? '-ms-3' : ''} onClick={() => setOpen(true)}>
        {mine.length > 0 ? messages.change : messages.chooseClouds}
      </Button>
      {isOpen && <MyCloudsDialog clouds={clouds} onClose={() => setOpen(false)} />}
    </div>
  )
}
