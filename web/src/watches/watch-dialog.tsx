// The dialog of a bell: a new watch, filled in, so that one press saves it; or what is needed before one may have watches.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { WatchesAnswer } from '../../../src/contract/watches.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorPage } from '../components/error-page.tsx'
import { createLastLook } from '../components/last-look.ts'
import { LoginButton } from '../components/login-button.tsx'
import { Problem } from '../components/problem.tsx'
import { usePage, type WatchOffer } from '../page-context.ts'
import { useAnswer } from '../use-answer.ts'
import { watchMessages } from './messages.ts'
import { useWatchChanges } from './use-watch-changes.ts'
import { WatchForm } from './watch-form.tsx'

interface DialogProps {
  readonly offers: readonly WatchOffer[]
}

export function WatchDialog({ offers }: DialogProps) {
  const messages = watchMessages.use()
  const { watchOffers } = usePage()
  // A refusal is shown here, with the way to log in.
  const { answer, error, retry } = useAnswer<WatchesAnswer>('/api/v1/watches', { isBackground: true })
  const close = () => {
    watchOffers.value = undefined
  }
  const isRefused = answer?.editable === false || error?.kind === 'unauthorized' || error?.kind === 'forbidden'
  return (
    <Dialog title={messages.add} onClose={close}>
      {isRefused && (
        <div class="flex flex-col items-start gap-3">
          <p class="text-sm text-soft">{messages.locked}</p>
          <LoginButton look="main" />
        </div>
      )}
      {answer?.editable && <Offers offers={offers} answer={answer} onClose={close} />}
      {!isRefused && error && <ErrorPage error={error} onRetry={retry} />}
      {!(answer || error) && <div aria-busy="true" class="h-56" />}
    </Dialog>
  )
}

interface OffersProps extends DialogProps {
  readonly answer: WatchesAnswer
  readonly onClose: () => void
}

function Offers({ offers, answer: { watches, notifiers, timestamp }, onClose }: OffersProps) {
  const messages = watchMessages.use()
  const { storage, toast } = usePage()
  const { route } = useLocation()
  const changes = useWatchChanges(() => undefined)
  const [at, setAt] = useState(0)
  const offer = offers[at] ?? offers[0]
  const finish = (name?: string) => {
    onClose()
    if (name === undefined) return
    const lastLook = createLastLook(storage)
    // From now on the navigation counts what is found.
    if (lastLook.value === 0) lastLook.set(timestamp)
    toast.value = { text: messages.saved(name), action: { label: messages.look, run: () => route('/watched') } }
  }
  const known = watches.find(
    ({ words, name, editable }) => editable && words === offer?.words && name === (offer.name ?? name),
  )
  return (
    <div class="flex flex-col gap-3">
      {offer?.label !== undefined && (
        <fieldset aria-label={messages.offers} class="flex flex-wrap gap-2">
          {offers.map(({ label }, index) => (
            <Button key={label} aria-pressed={index === at} class="min-h-11!" onClick={() => setAt(index)}>
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <WatchForm
        key={at}
        edited={known}
        offer={offer}
        taken={watches.map(({ name }) => name)}
        notifiers={notifiers}
        changes={changes}
        onClose={finish}
        isCancelable
      />
      <Problem text={changes.problem} />
    </div>
  )
}
