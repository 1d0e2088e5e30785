// A piece of the view did not come: no network.
import { frameWords } from '../frame/words.ts'
import { useWords } from '../language.ts'
import { Button } from '../parts/button.tsx'

/** The address has the search, so nothing is lost by loading anew. */
export function Cut() {
  const words = useWords(frameWords)
  return (
    <div role="alert" class="flex flex-col items-center gap-3 py-14 text-center">
      <h2 class="text-lg font-semibold">{words.refusals[navigator.onLine ? 'unreachable' : 'offline']}</h2>
      <Button look="main" onClick={() => location.reload()}>
        {words.retry}
      </Button>
    </div>
  )
}
