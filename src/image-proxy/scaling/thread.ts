// The entry of the thread that scales pictures, one at a time. It ends with the first picture that cannot be decoded.
import { parentPort } from 'node:worker_threads'
import { createScale } from './scale-picture.ts'
import type { ScaleTask } from './scaler.ts'

const scale = createScale()

parentPort?.on('message', async ({ bytes, width }: ScaleTask) => {
  parentPort?.postMessage(await scale(bytes, width))
})
